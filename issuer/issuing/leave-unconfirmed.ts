import { isDeepStrictEqual } from "node:util";
import type { Doubt } from "../../shared/db/issuing/doubts.js";
import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { AuthorityProblem } from "../../shared/domain/authority-problem.js";
import type { FencedSequence } from "./fenced-sequence.js";
import { type ShutOut, type SupersededResult, superseded, type UnresolvedResult } from "./results.js";

/**
 * Tells the callers that the outcome is not known yet, and why nobody can look for it. The sequence stays closed, and the sweep keeps
 * looking by itself.
 * @param doubt the result of a round of questions, when there is only one submission
 */
export async function leaveUnconfirmed(
  held: FencedSequence,
  submissions: Submission[],
  doubt?: Doubt,
  shutOut?: ShutOut,
): Promise<UnresolvedResult | SupersededResult> {
  for (const submission of submissions) {
    const isNews = submission.doubt !== "unconfirmed";
    if (!isNews && !doubt && isKnown(shutOut, submission)) continue;
    if ((await held.markUnconfirmed(submission, doubt, shutOut)) === superseded) return superseded;
    const { requestId, id, number } = submission;
    if (isNews) held.log.warn({ requestId, issuanceId: id, number }, "outcome unconfirmed");
    held.announce(id);
  }
  const problem = shutOut === undefined ? submissions[0]?.problem : shutOut;
  return problem ? { unresolved: problem } : "unresolved";
}

const isKnown = (shutOut: ShutOut, { problem = null }: Submission): boolean =>
  shutOut === undefined || isDeepStrictEqual(asStored(shutOut), problem);

const asStored = (problem: AuthorityProblem | null): unknown => JSON.parse(JSON.stringify(problem));
