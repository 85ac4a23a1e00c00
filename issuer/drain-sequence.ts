import type { TakenSequence } from "../shared/db/sequences.js";
import type { NoVoucher } from "../shared/domain/issuance-outcome.js";
import type { SequenceKey } from "../shared/domain/sequence.js";
import type { AuthoritySession, HeldLock, IssuerDeps } from "./deps.js";
import { issueNext } from "./issue.js";

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
    const lock = await deps.lock.tryTake(key);
    if (!lock) return "busy";

    let result: DrainResult;
    try {
      result = await serveSequence(deps, key, lock);
    } finally {
      await lock.release();
    }
    // What was recorded while the lock was being released found it taken: look once more.
    if (result !== "drained" || !(await deps.store.hasQueued(key))) return result;
  }
}

async function serveSequence(deps: IssuerDeps, key: SequenceKey, lock: HeldLock): Promise<DrainResult> {
  const access = await deps.authority.open(key);
  if (access.outcome !== "open") return closeSequence(deps, await deps.store.takeSequence(key), access.reason);

  const kept = deps.kept.reclaim(key);
  if (kept) {
    const result = await serveLine(deps, access.session, kept, lock);
    if (result !== "lost" || !lock.isHeld()) return result;
  }
  return serveLine(deps, access.session, await deps.store.takeSequence(key), lock);
}

async function serveLine(
  deps: IssuerDeps,
  session: AuthoritySession,
  taken: TakenSequence,
  lock: HeldLock,
): Promise<DrainResult> {
  let sequence = taken;
  while (lock.isHeld()) {
    const next = await issueNext(deps, session, sequence);
    if (next.outcome === "empty") {
      deps.kept.keep(next.sequence);
      return "drained";
    }
    if (next.outcome === "lost") return "lost";
    if (next.outcome === "unavailable") return closeLine(deps, sequence, next.reason);
    if (next.outcome === "unresolved") return closeLine(deps, sequence, sequenceClosed);
    sequence = next.sequence;
  }
  return "lost";
}

const sequenceClosed: NoVoucher = { code: "VOUCHER_LOCK_TIMEOUT" };

/** Without the authority nothing can be told of what is submitted, and nothing new begins. */
async function closeSequence(deps: IssuerDeps, taken: TakenSequence, reason: NoVoucher): Promise<DrainResult> {
  const submissions = await deps.store.listSubmissions(taken.key);
  for (const submission of submissions) {
    await deps.store.markDoubt(taken, submission, "unconfirmed");
    deps.announce(submission.id);
  }
  return closeLine(deps, taken, submissions.length > 0 ? sequenceClosed : reason);
}

/** Answers all who wait in a sequence that cannot issue now; none of them has a number. Source: DESIGN.md, section 3. */
async function closeLine(deps: IssuerDeps, taken: TakenSequence, reason: NoVoucher): Promise<DrainResult> {
  const state = reason.code === "VOUCHER_LOCK_TIMEOUT" ? "cancelled" : "failed";
  for (const issuanceId of await deps.store.settleQueued(taken, state, reason)) deps.announce(issuanceId);
  return "closed";
}
