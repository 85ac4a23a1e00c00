import { dueSequences } from "../../shared/db/issuing/due-sequences.js";
import type { Database } from "../../shared/db/pool/database.js";
import { untakenQuestions } from "../../shared/db/questions/untaken-questions.js";
import type { DataOf } from "../../shared/queues/define-queue.js";
import { type issuanceQueue, wakeJobId } from "../../shared/queues/issuance.js";
import { questionJobId, type questionQueue } from "../../shared/queues/questions.js";
import type { RedisWatch } from "../../shared/queues/redis-watch.js";
import type { Serving } from "../../shared/queues/serve.js";
import { serveDue } from "../issuing/serve-due.js";

interface Parts {
  db: Database;
  watch: RedisWatch;
  serving: Serving<DataOf<typeof issuanceQueue>>;
  answering: Serving<DataOf<typeof questionQueue>>;
}

/** How often an issuer looks for work itself while no queue brings it: callers and askers wait for it. */
export const lookEveryMs = 250;

/**
 * One round of an issuer while Redis is away, and a little longer: it finds in PostgreSQL which sequences have something to do and
 * which questions nobody has taken, and serves them in this process.
 */
export async function lookForWork({ db, watch, serving, answering }: Parts): Promise<void> {
  if (!watch.isUnsettled()) return;
  await serveDue({
    dueSequences: () => dueSequences(db),
    serveHere: (sequence) =>
      serving.runHere(wakeJobId(sequence), { sequence, issuance: null, requestId: "without-redis" }),
  });
  for (const id of await untakenQuestions(db)) if (!answering.runHere(questionJobId(id), { id })) return;
}
