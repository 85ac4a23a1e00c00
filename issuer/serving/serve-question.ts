import {
  type AuthorityAnswer,
  type AuthorityAsk,
  authorityAsk,
} from "../../shared/db/issuer-requests/authority-question.js";
import { keptMsOf } from "../../shared/db/issuer-requests/cached-answers.js";
import {
  answerQuestion,
  type ClaimedRequest,
  claimRequest,
  failQuestion,
  findUntaken,
} from "../../shared/db/issuer-requests/issuer-requests.js";
import type { Database } from "../../shared/db/pool/database.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import type { DataOf, ResultOf } from "../../shared/queues/define-queue.js";
import type { issuerRequestQueue } from "../../shared/queues/issuer-requests.js";
import type { JobInHand } from "../../shared/queues/serve.js";
import type { TenantSemaphore } from "../issuing/tenant-semaphore.js";

export interface QuestionDeps {
  db: Database;
  inSlice: TenantSemaphore;
  answer(tenant: Tenant, ask: AuthorityAsk): Promise<AuthorityAnswer>;
}

/**
 * Serves one job of the queue of questions: takes the question's row, unless another job did or nobody waits for it any more, and
 * writes the answer into it. Company, environment and question come from the row; the job tells only which one.
 * @throws BusyError while all places of the environment are taken; any error of ours, which the asker is told
 */
export async function serveQuestion(
  { db, inSlice, answer }: QuestionDeps,
  { id }: DataOf<typeof issuerRequestQueue>,
  { attempt }: Pick<JobInHand, "attempt">,
): Promise<ResultOf<typeof issuerRequestQueue>> {
  const untaken = await findUntaken(db, id);
  if (!untaken) return nothingToDo;
  return inSlice(untaken, attempt, async () => {
    const taken = await claimRequest(db, id);
    if (!taken) return nothingToDo;
    try {
      const ask = readAsk(taken);
      const answered = await answer(taken, ask);
      await answerQuestion(db, taken, answered, keptMsOf(ask, answered));
      return { outcome: answered.outcome };
    } catch (error) {
      await failQuestion(db, taken, error instanceof Error ? error.message : String(error));
      throw error;
    }
  });
}

const nothingToDo = { outcome: "nothing to do" };

/** Another version of this program may have asked. */
function readAsk({ ask }: ClaimedRequest): AuthorityAsk {
  const read = authorityAsk.safeParse(ask);
  if (!read.success) throw new Error("this issuer does not understand the question: it is of another version");
  return read.data;
}
