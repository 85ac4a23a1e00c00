import type { Redis } from "ioredis";
import { periodicTasks } from "../../shared/concurrency/run-periodically.js";
import type { Database } from "../../shared/db/pool/database.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { OnClose } from "../../shared/lifecycle/shutdown.js";
import type { Log } from "../../shared/logging/log.js";
import { logStage, preciseNowMs } from "../../shared/process/stages.js";
import { issuanceQueue, wakeJobId } from "../../shared/queues/issuance.js";
import { issuerRequestQueue } from "../../shared/queues/issuer-requests.js";
import type { RedisBreaker } from "../../shared/queues/redis-breaker.js";
import { serve } from "../../shared/queues/serve.js";
import { deferToOthers, type IsolationDetector } from "../contingency/isolation-detector.js";
import type { IssuerDeps } from "../issuing/deps.js";
import {
  createTenantSemaphore,
  environments,
  maxJobs,
  taxauthConcurrency,
  tenantShare,
} from "../issuing/tenant-semaphore.js";
import { leaveToHolders, type OwnSecret } from "../maintenance/own-secret.js";
import { fallbackPollMs, pollDatabase } from "../maintenance/poll-database.js";
import { answerTaxauth, type TaxauthDeps } from "../serving/answer-taxauth.js";
import { serveIssuance } from "../serving/serve-issuance.js";
import { serveQuestion } from "../serving/serve-question.js";
import type { FindView } from "../store/job-views.js";

interface QueueDeps {
  deps: IssuerDeps;
  findView: FindView;
  taxauth: TaxauthDeps;
  db: Database;
  cutOff: IsolationDetector;
  secret: OwnSecret;
  /** Sequences of one environment that are served at once. */
  concurrency: number;
  worker: Redis;
  watch: RedisBreaker;
  log: Log;
  onClose: OnClose;
}

/** Queues of an issuer: sequences with something to issue, and questions to the authority. Both also past Redis, while it is away. */
export function openQueues(parts: QueueDeps): { serveLocally(sequence: SequenceKey, requestId: string): boolean } {
  const { deps, findView, taxauth, db, cutOff, secret, concurrency, worker, watch, log, onClose } = parts;
  const inIssuingSlice = createTenantSemaphore(concurrency, tenantShare(concurrency));
  const serving = serve(issuanceQueue, {
    connection: worker,
    concurrency: environments * maxJobs(concurrency),
    log,
    process: (data, job) => {
      if (data.issuance) logStage(log, "picked", data.issuance.id, preciseNowMs());
      return serveIssuance(deps, findView, data, job, (work) => {
        leaveToHolders(secret, job.attempt);
        deferToOthers(cutOff, data.sequence, job.attempt);
        return inIssuingSlice(data.sequence, job.attempt, work);
      });
    },
  });
  onClose("issuance queue", serving.close);

  const inSlice = createTenantSemaphore(taxauthConcurrency, Math.ceil(taxauthConcurrency / 4));
  const answering = serve(issuerRequestQueue, {
    connection: worker,
    concurrency: environments * maxJobs(taxauthConcurrency),
    log,
    async process(data, job) {
      leaveToHolders(secret, job.attempt);
      return serveQuestion({ db, inSlice, answer: (tenant, ask) => answerTaxauth(taxauth, tenant, ask) }, data, job);
    },
  });
  onClose("question queue", answering.close);

  const round = periodicTasks(log, onClose);
  round("looking for work without Redis", fallbackPollMs, () => pollDatabase({ db, watch, serving, answering }));
  return {
    serveLocally: (sequence, requestId) =>
      serving.runLocally(wakeJobId(sequence), { sequence, issuance: null, requestId }),
  };
}
