import type { Doubt } from "../../shared/db/issuing/doubts.js";
import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { HeldSequence } from "./held-sequence.js";
import { type Superseded, superseded } from "./results.js";

/**
 * Tells the callers that the outcome is not known yet. The sequence stays closed, and the sweep keeps looking by itself.
 * @param doubt the result of a round of questions, when there is only one submission
 */
export async function leaveUnconfirmed(
  held: HeldSequence,
  submissions: Submission[],
  doubt?: Doubt,
): Promise<"unresolved" | Superseded> {
  for (const submission of submissions) {
    const isNews = submission.doubt !== "unconfirmed";
    if (!isNews && !doubt) continue;
    if ((await held.markUnconfirmed(submission, doubt)) === superseded) return superseded;
    const { requestId, id, number } = submission;
    if (isNews) held.log.warn({ requestId, issuanceId: id, number }, "outcome unconfirmed");
    held.announce(id);
  }
  return "unresolved";
}
