import { type AuthorityProblem, isLasting } from "../../shared/domain/authority-problem.js";
import { type NoVoucher, notAsked } from "../../shared/domain/issuance-outcome.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { issuanceService } from "../authority/services.js";
import type { HeldLock, IssuerDeps } from "./deps.js";
import { type FencedSequence, fenceSequence, openSequenceSession, type SequenceSession } from "./fenced-sequence.js";
import { issueNextBatch, submitBatch } from "./issue-next-batch.js";
import { leaveUnconfirmed } from "./leave-unconfirmed.js";
import { hasNext, isUnresolved, problemOf, type SubmittedBatch, type SupersededResult, superseded } from "./results.js";
import type { TimeSlice } from "./time-sliced-semaphore.js";

/**
 * - drained: the line is empty.
 * - busy: another issuer serves the sequence.
 * - closed: a number is unresolved, or the authority cannot be reached. Nothing new was sent.
 * - superseded: another issuer took the sequence, or the lock was lost. Another issuer or the next job serves the line.
 * - yielded: the company's other sequences wait for the place. The sweep wakes this one again.
 */
export type DrainResult = "drained" | "busy" | "closed" | "yielded" | SupersededResult;

const withoutEnd: TimeSlice = { isOver: () => false };

/** Serves every waiting issuance of a sequence in the order of its line. Source: issuer/README.md, section 2, steps 3 to 8. */
export async function drainSequence(
  deps: IssuerDeps,
  key: SequenceKey,
  turn: TimeSlice = withoutEnd,
): Promise<DrainResult> {
  for (;;) {
    const taking = deps.lock.tryAcquire(key);
    const orNone = taking.catch(() => undefined);
    let result: DrainResult;
    try {
      result = await lockAndDrain(deps, key, turn, { taking, orNone });
    } finally {
      await (await orNone)?.release();
    }
    if (result !== "drained" || (await orNone)?.wasContended?.() === false) return result;
    // An issuance recorded while we had the lock, or released it, found it taken, and its job was delayed. So check the line once more.
    if (!(await deps.store.hasQueued(key))) return result;
  }
}

interface LockAttempt {
  taking: Promise<HeldLock | undefined>;
  /** Lock, or nothing where it cannot be had: never rejects. */
  orNone: Promise<HeldLock | undefined>;
}

/**
 * Work on a retained sequence starts while the lock is still being acquired, unless others look for the same work. The lock only
 * saves duplicate work; the epoch decides who may commit.
 */
async function lockAndDrain(
  deps: IssuerDeps,
  key: SequenceKey,
  turn: TimeSlice,
  { taking, orNone }: LockAttempt,
): Promise<DrainResult> {
  if (deps.lock.mustHoldFirst?.() && !(await taking)) return "busy";
  const resumed = await resumeRetained(deps, key);
  const lock = await (resumed ? orNone : taking);
  if (lock) return drainUnderLock(deps, key, lock, turn, resumed);
  if (resumed && isSubmitted(resumed.next)) await issueNextBatch(resumed.sequence, resumed.next);
  return "busy";
}

/** A retained sequence, with the batch just written ahead under its epoch. */
interface ResumedSequence {
  sequence: SequenceSession;
  next: SubmittedBatch;
}

async function resumeRetained(deps: IssuerDeps, key: SequenceKey): Promise<ResumedSequence | undefined> {
  const taken = deps.retained.takeOwned(key);
  if (!taken) return undefined;
  const access = await deps.authority.open(key);
  if (access.outcome !== "open") return undefined;
  const sequence = openSequenceSession(deps, taken, access.session);
  return { sequence, next: await submitBatch(sequence) };
}

async function drainUnderLock(
  deps: IssuerDeps,
  key: SequenceKey,
  lock: HeldLock,
  turn: TimeSlice,
  resumed: ResumedSequence | undefined,
): Promise<DrainResult> {
  if (resumed && resumed.next.result.outcome !== superseded)
    return drainQueue(deps, resumed.sequence, lock, turn, resumed.next);

  // A wake-up is only a hint, and anybody who can write to Redis can send one: the authority is not asked for nothing.
  if (!(await deps.store.hasOpen(key))) return "drained";
  const access = await deps.authority.open(key);
  const taken = await deps.store.acquireSequence(key);
  return access.outcome === "open"
    ? drainQueue(deps, openSequenceSession(deps, taken, access.session), lock, turn)
    : closeSequence(fenceSequence(deps, taken), access.reason);
}

async function drainQueue(
  deps: IssuerDeps,
  sequence: SequenceSession,
  lock: HeldLock,
  turn: TimeSlice,
  first?: SubmittedBatch,
): Promise<DrainResult> {
  // While the numbering is unproven, every drain must take the sequence again and ask the authority.
  const mayRetain = !sequence.taken.unverified;
  let batches = 0;
  // For a line of one, the separate statements cost less. After a first batch, more is likely to follow.
  const mayGoOn = () => lock.isHeld() && (batches === 0 || !turn.isOver());
  const canSubmitNext = () => batches > 0 && mayGoOn();
  for (let next = first; isSubmitted(next) || mayGoOn(); batches++) {
    const result = await issueNextBatch(sequence, next, canSubmitNext);
    if (result === superseded) return superseded;
    if (isUnresolved(result)) return closeQueue(sequence, whyClosed(problemOf(result)));
    if (result === "drained") {
      if (mayRetain) deps.retained.retain(sequence.taken);
      return "drained";
    }
    if (typeof result === "object" && "unavailable" in result) return closeQueue(sequence, result.unavailable);
    next = hasNext(result) ? result.next : undefined;
  }
  return lock.isHeld() ? "yielded" : superseded;
}

/** Whether numbers are written ahead, so that the batch must be sent even if the lock is lost. */
const isSubmitted = (next: SubmittedBatch | undefined) => next?.result.outcome === "submitted";

/** Outcome of those behind an open number: why nothing is issued. Who is shut out would wait in vain for the number. */
const whyClosed = (problem: AuthorityProblem | null): NoVoucher =>
  problem && problem.kind !== "noCertificate" ? notAsked(problem) : { code: "VOUCHER_LOCK_TIMEOUT" };

/** Without the authority, open numbers cannot be resolved and nothing new is sent. */
async function closeSequence(held: FencedSequence, reason: NoVoucher): Promise<DrainResult> {
  const submissions = await held.listSubmissions();
  const left = await leaveUnconfirmed(held, submissions, undefined, shutOutBy(reason));
  if (submissions.length === 0) return closeQueue(held, reason);
  return left === superseded ? superseded : closeQueue(held, whyClosed(problemOf(left)));
}

/** Problem for a person, before anybody can look. Undefined where waiting helps: then what was known stays. */
function shutOutBy(reason: NoVoucher): AuthorityProblem | undefined {
  if (reason.code === "TAXAUTH_CONNECTION_ERROR") return isLasting(reason.problem) ? reason.problem : undefined;
  const isWithout = reason.code === "VALIDATION_ERROR" && reason.obstacle.why === "noCertificate";
  return isWithout ? { kind: "noCertificate", services: [issuanceService], detail: "" } : undefined;
}

/** Answers all callers in the line of a sequence that cannot issue now. Source: issuer/README.md, section 3. */
async function closeQueue(held: FencedSequence, reason: NoVoucher): Promise<DrainResult> {
  await held.settleQueued(reason.code === "VOUCHER_LOCK_TIMEOUT" ? "cancelled" : "failed", reason);
  return "closed";
}
