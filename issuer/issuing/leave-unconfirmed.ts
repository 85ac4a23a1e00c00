import type { Doubt } from "../../shared/db/issuing/doubts.js";
import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { HeldSequence } from "./held-sequence.js";
import { type Superseded, superseded } from "./results.js";

/**
 * Tells the callers that nobody knows yet. The sequence stays closed, and the recovery goes on looking without anybody's help.
 * @param doubt what a round of questions about the only submission came to
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
