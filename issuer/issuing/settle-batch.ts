import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { OpenSequence } from "./held-sequence.js";
import { leaveUnconfirmed } from "./leave-unconfirmed.js";
import { resolve } from "./resolve.js";
import { isUnsent, type SettleResult, superseded, type UnsentBatch } from "./results.js";
import { sendFirst } from "./send.js";

/**
 * How often one issuance is written ahead anew. Another system that issues as fast as we do could take every number we try; after
 * this many attempts the sequence is left to recovery.
 */
const maxRewrites = 5;

/**
 * Takes a batch of numbers from the write-ahead to its end, or one number that an earlier taker left open. Of several, some may
 * be left open.
 */
export async function settleBatch(
  sequence: OpenSequence,
  batch: UnsentBatch | { leftover: Submission },
): Promise<SettleResult> {
  let result = "leftover" in batch ? await resolve(sequence, batch.leftover) : await sendFirst(sequence, batch);
  for (let rewrites = 1; isUnsent(result); rewrites++) {
    const { unsent } = result;
    // Its last number was never asked for.
    if (rewrites > maxRewrites) return leaveUnconfirmed(sequence, unsent.submissions, { questions: 0, isDenied: true });
    result = await sendFirst(sequence, unsent);
  }
  return result;
}

/**
 * Settles the numbers that an earlier taker left open, in their order. If one loses its number, those after it return to the line.
 * Source: issuer/README.md, section 2, step 4.
 */
export async function settleLeftovers(
  sequence: OpenSequence,
  submissions: Submission[],
): Promise<"settled" | "unresolved" | typeof superseded> {
  for (let [leftover, ...others] = submissions; leftover; ) {
    const settled = await settleBatch(sequence, { leftover });
    if (settled === "unresolved") return leaveUnconfirmed(sequence, others);
    if (settled === superseded) return superseded;
    [leftover, ...others] = others.length > 0 ? await sequence.listSubmissions() : [];
  }
  return "settled";
}
