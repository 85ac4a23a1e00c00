import { unclaimedRequests } from "../../shared/db/issuer-requests/unclaimed-requests.js";
import { dueSequences } from "../../shared/db/issuing/due-sequences.js";
import type { DueSequence } from "../../shared/db/issuing/sequences.js";
import type { Database } from "../../shared/db/pool/database.js";
import { lookupsLeft } from "../../shared/domain/look-pace.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { DataOf } from "../../shared/queues/define-queue.js";
import { type issuanceQueue, wakeJobId } from "../../shared/queues/issuance.js";
import { type issuerRequestQueue, questionJobId } from "../../shared/queues/issuer-requests.js";
import type { RedisBreaker } from "../../shared/queues/redis-breaker.js";
import type { ServedQueue } from "../../shared/queues/serve.js";

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

interface ServeDueDeps {
  dueSequences(): Promise<DueSequence[]>;
  /** Serves the sequence in this process. False when there is no place for it. */
  serveLocally(key: SequenceKey): boolean;
}

/**
 * One round of an issuer that looks for work itself, because Redis is away and brings none. Any issuer may do the same: the lease
 * keeps them apart. Source: issuer/README.md, section 2, "Without Redis".
 */
export async function serveDue({ dueSequences, serveLocally }: ServeDueDeps): Promise<void> {
  for (const { looks, nowMs, ...key } of await dueSequences())
    if (lookupsLeft(looks, nowMs) > 0 && !serveLocally(key)) return;
}
