import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { SequenceSession } from "./fenced-sequence.js";
import { findNumbering } from "./find-numbering.js";
import { leaveUnconfirmed } from "./leave-unconfirmed.js";
import { resolve } from "./resolve.js";
import {
  isUnresolved,
  isUnsent,
  problemOf,
  type SettleResult,
  type SubmittedBatch,
  type SupersededResult,
  superseded,
  type UnresolvedResult,
  type UnsentBatch,
} from "./results.js";
import { sendFirst } from "./send.js";

/** The write-ahead. Exactly what this returns is sent. */
export async function submitBatch(sequence: SequenceSession): Promise<SubmittedBatch> {
  const heldAtMs = sequence.clock.monotonicMs();
  return { result: await sequence.submitNext(), heldAtMs };
}

/**
 * Numbers the first in line, requests their CAEs and records the answer. Leftovers come before anything new.
 * Source: issuer/README.md, section 2, steps 4 to 8.
 * @param submitted a batch that is already written ahead
 * @param canSubmitNext whether the commit that records the answer may also number the next in line
 */
export async function issueNextBatch(
  sequence: SequenceSession,
  submitted?: SubmittedBatch,
  canSubmitNext = () => false,
): Promise<SettleResult> {
  const { lastNumber, unverified } = sequence.taken;
  if (lastNumber === null || unverified) {
    const found = await findNumbering(sequence);
    if (found !== "settled") return found;
  }

  const { result, heldAtMs } = submitted ?? (await submitBatch(sequence));
  switch (result.outcome) {
    case "drained":
    case "superseded":
      return result.outcome;
    case "leftover":
      return settleLeftovers(sequence, await sequence.listSubmissions());
    case "quotaExhausted":
      await sequence.settleQueued("rejected", { code: "SUBSCRIPTION_QUOTA_EXCEEDED" }, result.issuanceId);
      return "settled";
    case "submitted": {
      const { submissions } = result;
      const settled = await settleBatch(sequence, { submissions, heldAtMs, canSubmitNext });
      // The answer may have left several numbers open.
      return isUnresolved(settled) && submissions.length > 1
        ? leaveUnconfirmed(sequence, await sequence.listSubmissions(), undefined, problemOf(settled))
        : settled;
    }
  }
}

/**
 * How often one issuance is written ahead again. Another system that issues as fast as we do could take every number we try.
 * After this many tries, recovery goes on with the sequence.
 */
const maxRewrites = 5;

/**
 * Settles a batch that was written ahead, or one leftover. Of a batch, some numbers may stay open.
 */
export async function settleBatch(
  sequence: SequenceSession,
  batch: UnsentBatch | { leftover: Submission },
): Promise<SettleResult> {
  let result = "leftover" in batch ? await resolve(sequence, batch.leftover) : await sendFirst(sequence, batch);
  for (let rewrites = 1; isUnsent(result); rewrites++) {
    const { unsent } = result;
    // Its latest number was never sent.
    if (rewrites > maxRewrites) return leaveUnconfirmed(sequence, unsent.submissions, { questions: 0, isDenied: true });
    result = await sendFirst(sequence, unsent);
  }
  return result;
}

/**
 * Settles the leftovers in their order. If one loses its number, those after it return to the line.
 * Source: issuer/README.md, section 2, step 4.
 */
async function settleLeftovers(
  sequence: SequenceSession,
  submissions: Submission[],
): Promise<"settled" | UnresolvedResult | SupersededResult> {
  for (let [leftover, ...others] = submissions; leftover; ) {
    const settled = await settleBatch(sequence, { leftover });
    if (isUnresolved(settled)) {
      const left = await leaveUnconfirmed(sequence, others, undefined, problemOf(settled));
      return left === superseded ? superseded : settled;
    }
    if (settled === superseded) return superseded;
    [leftover, ...others] = others.length > 0 ? await sequence.listSubmissions() : [];
  }
  return "settled";
}
