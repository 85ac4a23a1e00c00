import { unclaimedRequests } from "../../shared/db/issuer-requests/unclaimed-requests.js";
import { dueSequences } from "../../shared/db/issuing/due-sequences.js";
import type { Database } from "../../shared/db/pool/database.js";
import type { DataOf } from "../../shared/queues/define-queue.js";
import { type issuanceQueue, wakeJobId } from "../../shared/queues/issuance.js";
import { type issuerRequestQueue, questionJobId } from "../../shared/queues/questions.js";
import type { RedisBreaker } from "../../shared/queues/redis-breaker.js";
import type { ServedQueue } from "../../shared/queues/serve.js";
import { serveDue } from "../issuing/serve-due.js";

interface DatabasePollDeps {
  db: Database;
  watch: RedisBreaker;
  serving: ServedQueue<DataOf<typeof issuanceQueue>>;
  answering: ServedQueue<DataOf<typeof issuerRequestQueue>>;
}

/** How often an issuer looks for work itself while no queue brings it: callers and askers wait for it. */
export const fallbackPollMs = 250;

/**
 * One round of an issuer while Redis is away, and a little longer: it finds in PostgreSQL which sequences have something to do and
 * which questions nobody has taken, and serves them in this process.
 */
export async function pollDatabase({ db, watch, serving, answering }: DatabasePollDeps): Promise<void> {
  if (!watch.isRecovering()) return;
  await serveDue({
    dueSequences: () => dueSequences(db),
    serveLocally: (sequence) =>
      serving.runLocally(wakeJobId(sequence), { sequence, issuance: null, requestId: "without-redis" }),
  });
  for (const id of await unclaimedRequests(db)) if (!answering.runLocally(questionJobId(id), { id })) return;
}
