import type { TakenSequence } from "../shared/db/sequences.js";
import type { Submission } from "../shared/db/submissions.js";
import type { AuthorityMessage, CaeOutcome } from "../shared/domain/cae-outcome.js";
import { settleRejected } from "./cure-rounding.js";
import type { AuthoritySession, IssuerDeps } from "./deps.js";
import { leaveUnconfirmed, resolve } from "./resolve.js";
import { type Settled, settleApproved, settleRefused, toRefusal } from "./settle.js";

/** A number that was just written ahead and was not asked for yet. `lookedAtMs`: when the epoch was known to be ours. */
export interface Fresh {
  submission: Submission;
  lookedAtMs: number;
}

/** Where one step leads: to the end, or to the same intent written ahead anew, under another number or with other cents. */
export type Step = Settled | { fresh: Fresh };

/** A foreign writer that is as fast as we are could take every number that we try: then the sequence rests a while. */
const maxAnew = 5;

/** Takes a number that was written ahead, or one that an earlier taker left submitted, to its end. */
export async function carryOut(
  deps: IssuerDeps,
  session: AuthoritySession,
  taken: TakenSequence,
  start: Fresh | { left: Submission },
): Promise<Settled> {
  let step =
    "left" in start ? await resolve(deps, session, taken, start.left) : await sendFirst(deps, session, taken, start);
  for (let anew = 1; typeof step === "object"; anew++) {
    const { fresh } = step;
    if (anew > maxAnew) return leaveUnconfirmed(deps, taken, fresh.submission);
    step = await sendFirst(deps, session, taken, fresh);
  }
  return step;
}

/** Settles what earlier takers left submitted, in the order of the numbers. Source: DESIGN.md, section 2, step 4. */
export async function settleLeftovers(
  deps: IssuerDeps,
  session: AuthoritySession,
  taken: TakenSequence,
  submissions: Submission[],
): Promise<Settled> {
  for (const submission of submissions) {
    const settled = await carryOut(deps, session, taken, { left: submission });
    if (settled !== "settled") return settled;
  }
  return "settled";
}

/**
 * The first send of a number: by the drain that wrote it ahead and before any other send of it, so that a definitive
 * answer is about this request alone. Source: DESIGN.md, section 3.
 */
async function sendFirst(
  deps: IssuerDeps,
  session: AuthoritySession,
  taken: TakenSequence,
  { submission, lookedAtMs }: Fresh,
): Promise<Step> {
  // A worker that was paused since it last looked at the epoch sends nothing: another may have taken over.
  const answer = await session.requestCae(submission, () => deps.clock.monotonicMs() - lookedAtMs < 1_000);

  switch (answer.outcome) {
    case "approved":
      return settleApproved(deps, taken, submission, answer);
    case "rejected":
      return settleRejected(deps, taken, submission, answer.reasons);
    case "refused":
      return settleRefused(deps, taken, submission, toRefusal(answer.reasons));
    case "notSent":
      return settleRefused(deps, taken, submission, { code: "TAXAUTH_CONNECTION_ERROR", cause: answer.cause });
    case "ticket":
      return replaceTicket(deps, session, taken, submission, answer);
    case "stale":
      return resynchronise(deps, session, taken, submission, answer.reasons);
    case "unknown":
      return resolve(deps, session, taken, submission);
  }
}

/** The ticket was not accepted, so nothing was granted; but whatever is sent from here on is a re-send. */
async function replaceTicket(
  deps: IssuerDeps,
  session: AuthoritySession,
  taken: TakenSequence,
  submission: Submission,
  answer: Extract<CaeOutcome, { outcome: "ticket" }>,
): Promise<Step> {
  if (await session.renewTicket()) return resolve(deps, session, taken, submission);
  const cause = answer.reasons.map((reason) => reason.msg).join("; ");
  return settleRefused(deps, taken, submission, { code: "TAXAUTH_CONNECTION_ERROR", cause });
}

/** 10016 on a first send: somebody else issued on this sequence, or the date goes back. No voucher is adopted here. */
async function resynchronise(
  deps: IssuerDeps,
  session: AuthoritySession,
  taken: TakenSequence,
  submission: Submission,
  reasons: AuthorityMessage[],
): Promise<Step> {
  const last = await session.lastNumber(submission.id);
  if (last.outcome === "unknown") return resolve(deps, session, taken, submission);

  if (last.number === submission.number - 1) {
    const datesGoBack = await isBeforeLast(session, last.number, submission);
    return datesGoBack
      ? settleRefused(deps, taken, submission, toRefusal(reasons))
      : resolve(deps, session, taken, submission);
  }
  const lookedAtMs = deps.clock.monotonicMs();
  const renumbered = await deps.store.renumber(taken, submission, last.number);
  if (!renumbered) return "lost";
  deps.log.warn({ issuanceId: renumbered.id, number: renumbered.number }, "numbering goes on after foreign vouchers");
  return { fresh: { submission: renumbered, lookedAtMs } };
}

async function isBeforeLast(session: AuthoritySession, lastNumber: number, { id, body }: Submission): Promise<boolean> {
  if (lastNumber === 0) return false;
  const last = await session.consult(lastNumber, id);
  return last.outcome === "found" && last.voucher.voucherDate > body.voucherDate;
}
