import type { TakenSequence } from "../../shared/db/issuing/sequences.js";
import type { NoVoucher } from "../../shared/domain/issuance-outcome.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { AuthoritySession, HeldLock, IssuerDeps } from "./deps.js";
import { begin, issueNext } from "./issue.js";
import { leaveUnconfirmed } from "./resolve.js";
import type { Begun } from "./settle.js";

/**
 * - drained: nothing waits any more.
 * - busy: somebody else serves the sequence.
 * - closed: a number is unresolved, or the authority cannot be reached; nothing new was sent.
 * - lost: another taker came, and goes on.
 */
export type DrainResult = "drained" | "busy" | "closed" | "lost";

/** Serves every waiting issuance of a sequence in the order of its line. Source: DESIGN.md, section 2, steps 3 to 8. */
export async function drainSequence(deps: IssuerDeps, key: SequenceKey): Promise<DrainResult> {
  for (;;) {
    const result = await takeAndServe(deps, key);
    // What was recorded while the lock was being released found it taken: look once more.
    if (result !== "drained" || !(await deps.store.hasQueued(key))) return result;
  }
}

/** A kept sequence is gone on with while the lock is being taken: the lock saves work, and who may commit the epoch decides. */
async function takeAndServe(deps: IssuerDeps, key: SequenceKey): Promise<DrainResult> {
  const taking = deps.lock.tryTake(key);
  const orNone = taking.catch(() => undefined);
  try {
    const kept = await goOn(deps, key);
    const lock = await (kept ? orNone : taking);
    if (lock) return await serveSequence(deps, key, lock, kept);
    if (kept && isSubmitted(kept.begun)) await issueNext(deps, kept.session, kept.sequence, kept.begun);
    return "busy";
  } finally {
    await (await orNone)?.release();
  }
}

/** A sequence that this process served last, with what it has just written ahead under the same epoch. */
interface Kept {
  session: AuthoritySession;
  sequence: TakenSequence;
  begun: Begun;
}

async function goOn(deps: IssuerDeps, key: SequenceKey): Promise<Kept | undefined> {
  const sequence = deps.kept.reclaim(key);
  if (!sequence) return undefined;
  const access = await deps.authority.open(key);
  if (access.outcome !== "open") return undefined;
  return { session: access.session, sequence, begun: await begin(deps, sequence) };
}

async function serveSequence(
  deps: IssuerDeps,
  key: SequenceKey,
  lock: HeldLock,
  kept: Kept | undefined,
): Promise<DrainResult> {
  if (kept && kept.begun.next.outcome !== "lost") return serveLine(deps, kept.session, kept.sequence, lock, kept.begun);

  const access = await deps.authority.open(key);
  const taken = await deps.store.takeSequence(key);
  return access.outcome === "open"
    ? serveLine(deps, access.session, taken, lock)
    : closeSequence(deps, taken, access.reason);
}

async function serveLine(
  deps: IssuerDeps,
  session: AuthoritySession,
  taken: TakenSequence,
  lock: HeldLock,
  begun?: Begun,
): Promise<DrainResult> {
  let sequence = taken;
  let served = 0;
  // A line of one is served by smaller statements; behind a second there is likely to be a third.
  const mayGoOn = () => served > 0 && lock.isHeld();
  for (let ahead = begun; isSubmitted(ahead) || lock.isHeld(); served++) {
    const next = await issueNext(deps, session, sequence, ahead, mayGoOn);
    if (next.outcome === "empty") {
      // A sequence whose numbering was not proven yet is asked about by every taker.
      if (!taken.unverified) deps.kept.keep(next.sequence);
      return "drained";
    }
    if (next.outcome === "lost") return "lost";
    if (next.outcome === "unavailable") return closeLine(deps, sequence, next.reason);
    if (next.outcome === "unresolved") return closeLine(deps, sequence, sequenceClosed);
    sequence = next.sequence;
    ahead = next.begun;
  }
  return "lost";
}

/** Its numbers are out: they are carried out whatever happens. */
const isSubmitted = (begun: Begun | undefined) => begun?.next.outcome === "submitted";

const sequenceClosed: NoVoucher = { code: "VOUCHER_LOCK_TIMEOUT" };

/** Without the authority nothing can be told of what is submitted, and nothing new begins. */
async function closeSequence(deps: IssuerDeps, taken: TakenSequence, reason: NoVoucher): Promise<DrainResult> {
  const submissions = await deps.store.listSubmissions(taken.key);
  await leaveUnconfirmed(deps, taken, submissions);
  return closeLine(deps, taken, submissions.length > 0 ? sequenceClosed : reason);
}

/** Answers all who wait in a sequence that cannot issue now; none of them has a number. Source: DESIGN.md, section 3. */
async function closeLine(deps: IssuerDeps, taken: TakenSequence, reason: NoVoucher): Promise<DrainResult> {
  const state = reason.code === "VOUCHER_LOCK_TIMEOUT" ? "cancelled" : "failed";
  for (const issuanceId of await deps.store.settleQueued(taken, state, reason)) deps.announce(issuanceId);
  return "closed";
}
