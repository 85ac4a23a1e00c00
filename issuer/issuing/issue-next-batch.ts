import { findNumbering } from "./find-numbering.js";
import type { OpenSequence } from "./held-sequence.js";
import { leaveUnconfirmed } from "./leave-unconfirmed.js";
import type { BatchResult, SubmittedBatch } from "./results.js";
import { settleBatch, settleLeftovers } from "./settle-batch.js";

/** The write-ahead. What is sent later is what this returns. */
export async function submitBatch(sequence: OpenSequence): Promise<SubmittedBatch> {
  const heldAtMs = sequence.clock.monotonicMs();
  return { result: await sequence.submitNext(), heldAtMs };
}

/**
 * Gives the first in line their numbers, asks for their codes and records the answer. What an earlier taker left open goes
 * before anything new. Source: issuer/README.md, section 2, steps 4 to 8.
 * @param submitted what was written ahead already
 * @param canSubmitNext whether the commit that records the answer may give the next in line their numbers
 */
export async function issueNextBatch(
  sequence: OpenSequence,
  submitted?: SubmittedBatch,
  canSubmitNext = () => false,
): Promise<BatchResult> {
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
      // The answer may have left several open.
      return settled === "unresolved" && submissions.length > 1
        ? leaveUnconfirmed(sequence, await sequence.listSubmissions())
        : settled;
    }
  }
}
