import { setTimeout as delay } from "node:timers/promises";
import { createLoader } from "../shared/concurrency/loader.js";
import { periodicTasks } from "../shared/concurrency/run-periodically.js";
import { loadConfig } from "../shared/config/config.js";
import { findJobViews } from "../shared/db/issuing/issuance-jobs.js";
import { getIssuingProfile } from "../shared/db/issuing/issuing-profile.js";
import type { SequenceKey } from "../shared/domain/sequence.js";
import { createLossDetector, historyEveryMs } from "../shared/incarnation/loss-detector.js";
import { redisWatermarks, storageWatermarks } from "../shared/incarnation/watermark-stores.js";
import { runProcess } from "../shared/lifecycle/shutdown.js";
import { beginProcess } from "../shared/process/begin-process.js";
import { measureConnections } from "../shared/process/connection-metrics.js";
import { openHealth } from "../shared/process/open-health.js";
import { openRedis } from "../shared/queues/open-redis.js";
import { connectRedis } from "../shared/queues/redis.js";
import { createOpener } from "../shared/sealing/opener.js";
import { measureStorage } from "../shared/storage/measured-storage.js";
import { openStorage } from "../shared/storage/open-storage.js";
import { tendTracing } from "../shared/telemetry/start-tracing.js";
import { countCommit } from "./announcements/count-commits.js";
import { createCommitLog } from "./announcements/log-commits.js";
import { createAuthorityAccess } from "./authority-access/authority-access.js";
import { openAuthority } from "./compose/open-authority.js";
import { openBestEffort } from "./compose/open-best-effort.js";
import { openDatabases } from "./compose/open-databases.js";
import { openLock } from "./compose/open-lock.js";
import { openQueues } from "./compose/open-queues.js";
import { openRecovery } from "./compose/open-recovery.js";
import { issuerConfig } from "./config.js";
import { isAnswered } from "./contingency/observe-calls.js";
import { openContingency } from "./contingency/open-contingency.js";
import { openIsolationDetector } from "./contingency/open-isolation-detector.js";
import { openReports } from "./contingency/open-reports.js";
import { createPreparation } from "./contingency/preparation.js";
import { createReportAccess } from "./contingency/report-access.js";
import type { IssuerDeps } from "./issuing/deps.js";
import { createElapsedClock } from "./issuing/elapsed-clock.js";
import { createOwnershipCache } from "./issuing/ownership-cache.js";
import { traceLock } from "./locks/lock.js";
import { openRetention } from "./maintenance/open-retention.js";
import { openOwnSecret, ownSecretEveryMs } from "./maintenance/own-secret.js";
import { exposeWaiting, forgedWatermarks } from "./maintenance/watermark-metrics.js";
import { createJobViewCache } from "./store/job-views.js";
import { createAuditedReports, createOperatorStore } from "./store/operator-store.js";
import { createIssuanceStore } from "./store/store.js";

const watchEveryMs = 500;
const hearingEveryMs = 1_000;
const reportEveryMs = 1_000;
const recoverEveryMs = 2_000;
const attendEveryMs = 20_000;

const config = loadConfig(issuerConfig);
const log = await beginProcess("issuer", config);

await runProcess(log, config.TAXAUTH_TIMEOUT_MS + 10_000, async (onClose, stopping) => {
  tendTracing(log, onClose);
  const round = periodicTasks(log, onClose);
  const isStopping = () => stopping.aborted;

  // The servers, and what is known of them.
  const { worker, producer, watch } = openRedis(config.REDIS_URL, log, onClose);
  const storage = measureStorage(openStorage(config.PDF_STORAGE_URL));
  const witnesses = [redisWatermarks(producer), storageWatermarks(storage)];
  const history = createLossDetector(witnesses, log, { onForged: () => forgedWatermarks.inc() });
  const { db, issuing, connections, close: closeDatabases } = openDatabases(config, history.connected);
  onClose("database", closeDatabases);
  measureConnections(connections);
  exposeWaiting(db);
  const cutOff = openIsolationDetector(db, log, (key) => isAnswered(contingencies.access, key));
  const opener = await createOpener(config.SECRET_KEY, config.NEW_SECRET_KEY);
  const secret = openOwnSecret(db, opener, log);
  const serves = await openHealth("issuer", {
    ...{ config, db, producer, log, onClose, stopping, onConnect: history.connected },
    needs: {
      authority: async () => !cutOff.isIsolated(true) && !cutOff.isIsolated(false),
      secretKey: async () => !secret.isOther(),
    },
  });
  round("comparing how far the database has got", historyEveryMs, () => history.round(db));
  await secret.round().catch((error) => log.warn({ error }, "could not look whether SECRET_KEY is the right one"));
  round("comparing SECRET_KEY with what is sealed", ownSecretEveryMs, secret.round);
  onClose("upkeep", openRetention(db, opener, log));

  // Whom it asks, and whom it tells.
  const authority = openAuthority(config, { issuing, db, opener, log, onClose });
  const { client, findCertificate, enter, evidence } = authority;
  const serveLocally = (sequence: SequenceKey, requestId: string) => queues.serveLocally(sequence, requestId);
  const { messages, followUps, announce, wake } = openBestEffort({ producer, watch, serveLocally, log, onClose });

  // Contingencies: their watch, and all that must be ready before one.
  const contingencies = openContingency({
    ...{ db, log, cutOff, afterMs: config.CONTINGENCY_AFTER_MS, send: messages.send },
    access: createAuthorityAccess(client, enter, log, evidence),
    wake: (sequence) => wake(sequence, "contingency"),
  });
  round("comparing what the issuers hear of the authority", hearingEveryMs, cutOff.round);
  round("watch over contingencies", watchEveryMs, contingencies.round);
  const store = createIssuanceStore(issuing);
  const attend = createPreparation({
    ...{ db, authority: authority.options, access: contingencies.access, store, findCertificate, isStopping, log },
    ...{ nowMs: Date.now, isIsolated: cutOff.isIsolated },
  });
  for (const production of [true, false]) round("attendance to contingencies", attendEveryMs, () => attend(production));

  // The lock of sequences, under which numbers are given and vouchers reported.
  const listener = connectRedis(config.REDIS_URL, log, "listener");
  onClose("redis listener", () => listener.disconnect());
  const locks = openLock({ db: issuing, redis: producer, listener, watch, log, messages, isStopping, serveLocally });
  onClose("locks", locks.close);
  const lock = traceLock(locks);
  const reporting = createReportAccess(client, enter, evidence);
  const reports = openReports({ db, authority: reporting, lock, log, isIsolated: cutOff.isIsolated });
  onClose("reports", reports.stop);
  round("reports of vouchers under CAEA", reportEveryMs, reports.round);

  // Issuing.
  const jobViews = createJobViewCache(createLoader((ids: number[]) => findJobViews(issuing, ids)));
  const logCommit = createCommitLog(log);
  const deps: IssuerDeps = {
    ...{ store, lock, announce, log, authority: contingencies.access, contingency: contingencies.contingency },
    retained: createOwnershipCache(() => performance.now()),
    enqueueAfterCommit: (voucherId, { requestId, trace }, { companyId, production }) =>
      followUps.add({ voucherId, requestId, trace, companyId, production }),
    clock: { monotonicMs: createElapsedClock(() => performance.now(), Date.now), sleep: (ms) => delay(ms) },
    onCommit(commit) {
      countCommit(commit);
      jobViews.onCommit(commit);
      logCommit(commit);
    },
    refusalQuietMs: config.REFUSAL_QUIET_MS,
    batchMax: config.ISSUE_BATCH_MAX,
  };
  round("recovery", recoverEveryMs, openRecovery(db, { announce, wake: (sequence) => wake(sequence, "recovery") }));
  const taxauth = {
    operator: { ...deps, ...createOperatorStore(db) },
    reports: { reports: reports.deps, clock: deps.clock, ...createAuditedReports(db) },
    ...{ authority: authority.options, findCertificate, now: Date.now },
    getProfile: (companyId: number, production: boolean) => getIssuingProfile(db, companyId, production),
  };
  const queues = openQueues({
    ...{ deps, findView: jobViews.findView, taxauth, db, cutOff, secret, concurrency: config.ISSUER_CONCURRENCY },
    ...{ worker, watch, log, onClose },
  });
  serves();
});
