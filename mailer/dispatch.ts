import { keepRenewed } from "../shared/concurrency/lease-renewal.js";
import { leaseMs, type MailOutbox } from "../shared/db/delivery/outgoing.js";
import { type Backoff, nextWaitMs } from "./backoff.js";
import type { DeliveryResult } from "./delivery.js";
import type { Message } from "./message.js";

export interface DispatchDeps {
  outgoing: MailOutbox;
  deliver(message: Message): Promise<DeliveryResult>;
  backoff: Backoff;
  /** From 0 to 1. */
  random(): number;
}

type Compose = () => Message | Promise<Message>;

/** How a try ended. */
export type DispatchOutcome =
  | { outcome: "sent"; answer: string }
  | { outcome: "failed"; answer: string }
  | { outcome: "postponed"; answer: string; waitMs: number; error?: unknown }
  /** Quota of the day: the company's mails are used up. */
  | { outcome: "overLimit"; answer: string }
  /** Lease of another mailer, or a wait that is not over. */
  | { outcome: "taken"; answer: string };

/** Each try with a lost answer may have delivered a copy. After this many we stop, to spare the reader more of them. */
const maxLostAnswers = 10;

/**
 * Tries once to send a message, and records the result. A message may be sent again, so `compose` must always give it the same
 * Message-ID. An error in composing or sending it postpones only this message.
 */
export async function dispatch(deps: DispatchDeps, id: number, compose: Compose): Promise<DispatchOutcome> {
  const { outgoing, random, backoff } = deps;
  const claim = await outgoing.claim(id);
  if (!claim) return { outcome: "taken", answer: "another mailer has it in hand, or it must still wait" };
  if ("overLimit" in claim) return { outcome: "overLimit", answer: claim.overLimit };
  const { attempts, lostAnswers, ageMs } = claim;
  if (lostAnswers >= maxLostAnswers)
    return failMail(outgoing, id, "the mail server's answer was lost in too many tries");

  const { outcome, answer, error } = await attempt(deps, id, compose);
  if (outcome === "accepted") {
    await outgoing.markSent(id, answer);
    return { outcome: "sent", answer };
  }
  const answerLost = outcome === "unknown";
  const waitMs = nextWaitMs(backoff, { attempts, ageMs, random: random() });
  if (outcome === "refused" || waitMs === undefined) return failMail(outgoing, id, answer);
  await outgoing.postpone(id, { waitMs, reason: answer, answerLost });
  return { outcome: "postponed", answer, waitMs, error };
}

/** Records that a mail is not sent, and why. */
export async function failMail(outgoing: MailOutbox, id: number, answer: string) {
  await outgoing.markFailed(id, answer);
  return { outcome: "failed", answer } as const;
}

async function attempt({ outgoing, deliver }: DispatchDeps, id: number, compose: Compose): Promise<DeliveryResult> {
  // A renewal that fails is tried again: the mail is on its way, and nobody could take it back.
  const renew = () =>
    outgoing.hold(id).then(
      () => true,
      () => true,
    );
  const lease = keepRenewed(leaseMs / 3, renew, () => undefined);
  try {
    return await deliver(await compose());
  } catch (error) {
    return { outcome: "later", answer: "the message could not be composed", error };
  } finally {
    lease.stop();
  }
}
