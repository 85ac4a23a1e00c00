import type { NoVoucher } from "../../shared/domain/issuance-outcome.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { HeldLock, IssuerDeps } from "./deps.js";
import { type HeldSequence, holdSequence, type OpenSequence } from "./held-sequence.js";
import { issueNextBatch, submitBatch } from "./issue-next-batch.js";
import { leaveUnconfirmed } from "./leave-unconfirmed.js";
import { hasNext, type SubmittedBatch, type Superseded, superseded } from "./results.js";

/**
 * - drained: nothing waits any more.
 * - busy: another issuer serves the sequence.
 * - closed: a number is unresolved, or the authority cannot be reached. Nothing new was sent.
 * - superseded: another issuer took the sequence, or the lock was lost. The line goes on elsewhere, or with the next job.
 */
export type DrainResult = "drained" | "busy" | "closed" | Superseded;

/** Serves every waiting issuance of a sequence in the order of its line. Source: issuer/README.md, section 2, steps 3 to 8. */
export async function drainSequence(deps: IssuerDeps, key: SequenceKey): Promise<DrainResult> {
  for (;;) {
    const result = await lockAndDrain(deps, key);
    // The job of an issuance that was recorded while the lock was being released found it taken: look once more.
    if (result !== "drained" || !(await deps.store.hasQueued(key))) return result;
  }
}

/**
 * Work on a retained sequence starts while the lock is being acquired: the lock only saves duplicate work, and the epoch decides
 * who may commit.
 */
async function lockAndDrain(deps: IssuerDeps, key: SequenceKey): Promise<DrainResult> {
  const taking = deps.lock.tryTake(key);
  const orNone = taking.catch(() => undefined);
  try {
    const resumed = await resumeRetained(deps, key);
    const lock = await (resumed ? orNone : taking);
    if (lock) return await drainUnderLock(deps, key, lock, resumed);
    if (resumed && isSubmitted(resumed.next)) await issueNextBatch(resumed.sequence, resumed.next);
    return "busy";
  } finally {
    await (await orNone)?.release();
  }
}

/** A sequence that this process served last, with what it has just written ahead under the same epoch. */
interface Resumed {
  sequence: OpenSequence;
  next: SubmittedBatch;
}

async function resumeRetained(deps: IssuerDeps, key: SequenceKey): Promise<Resumed | undefined> {
  const taken = deps.retained.reclaim(key);
  if (!taken) return undefined;
  const access = await deps.authority.open(key);
  if (access.outcome !== "open") return undefined;
  const sequence = { ...holdSequence(deps, taken), authority: access.session };
  return { sequence, next: await submitBatch(sequence) };
}

async function drainUnderLock(
  deps: IssuerDeps,
  key: SequenceKey,
  lock: HeldLock,
  resumed: Resumed | undefined,
): Promise<DrainResult> {
  if (resumed && resumed.next.result.outcome !== superseded)
    return drainLine(deps, resumed.sequence, lock, resumed.next);

  const access = await deps.authority.open(key);
  const held = holdSequence(deps, await deps.store.takeSequence(key));
  return access.outcome === "open"
    ? drainLine(deps, { ...held, authority: access.session }, lock)
    : closeSequence(held, access.reason);
}

async function drainLine(
  deps: IssuerDeps,
  sequence: OpenSequence,
  lock: HeldLock,
  first?: SubmittedBatch,
): Promise<DrainResult> {
  // Every taker asks about a sequence whose numbering was not proven yet.
  const mayRetain = !sequence.taken.unverified;
  let batches = 0;
  // A line of one is served by smaller statements; behind a second there is likely to be a third.
  const canSubmitNext = () => batches > 0 && lock.isHeld();
  for (let next = first; isSubmitted(next) || lock.isHeld(); batches++) {
    const result = await issueNextBatch(sequence, next, canSubmitNext);
    if (result === superseded) return superseded;
    if (result === "unresolved") return closeLine(sequence, sequenceClosed);
    if (result === "drained") {
      if (mayRetain) deps.retained.retain(sequence.taken);
      return "drained";
    }
    if (typeof result === "object" && "unavailable" in result) return closeLine(sequence, result.unavailable);
    next = hasNext(result) ? result.next : undefined;
  }
  return superseded;
}

/** Its numbers are written ahead: they are carried through whatever happens. */
const isSubmitted = (next: SubmittedBatch | undefined) => next?.result.outcome === "submitted";

const sequenceClosed: NoVoucher = { code: "VOUCHER_LOCK_TIMEOUT" };

/** Without the authority nothing can be learned about open numbers, and nothing new begins. */
async function closeSequence(held: HeldSequence, reason: NoVoucher): Promise<DrainResult> {
  const submissions = await held.listSubmissions();
  await leaveUnconfirmed(held, submissions);
  return closeLine(held, submissions.length > 0 ? sequenceClosed : reason);
}

/** Answers everyone who waits in a sequence that cannot issue now. Source: issuer/README.md, section 3. */
async function closeLine(held: HeldSequence, reason: NoVoucher): Promise<DrainResult> {
  await held.settleQueued(reason.code === "VOUCHER_LOCK_TIMEOUT" ? "cancelled" : "failed", reason);
  return "closed";
}
