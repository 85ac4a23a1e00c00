import { setTimeout as delay } from "node:timers/promises";
import { awaitMigrations } from "../shared/await-migrations.js";
import { tellBuild } from "../shared/build-info.js";
import { loadConfig } from "../shared/config.js";
import { measureConnections } from "../shared/connection-metrics.js";
import { warnOfPassword } from "../shared/database-password.js";
import { endCancelled, finishBatches } from "../shared/db/batches/end-batches.js";
import { armWaiting } from "../shared/db/batches/waiting-elements.js";
import { findActiveCertificate } from "../shared/db/company/certificates.js";
import { keepNotices } from "../shared/db/company/notices.js";
import { insertExchanges } from "../shared/db/issuing/exchanges.js";
import { findJobViews } from "../shared/db/issuing/issuance-jobs.js";
import { cancelAllOverdue } from "../shared/db/issuing/issuances.js";
import { getIssuingProfile } from "../shared/db/issuing/issuing-profile.js";
import { openSequences } from "../shared/db/issuing/sequences.js";
import { createProbe } from "../shared/db/probe.js";
import { original } from "../shared/domain/pdf-form.js";
import type { SequenceKey } from "../shared/domain/sequence.js";
import { armFailpoints, failpoint } from "../shared/failpoint.js";
import { gatherReads } from "../shared/gather-reads.js";
import { startHealthServer } from "../shared/health-server.js";
import { createHistoryWatch, historyEveryMs } from "../shared/history/watch-history.js";
import { witnessInRedis, witnessInStorage } from "../shared/history/witnesses.js";
import { countSettled } from "../shared/issuance-metrics.js";
import { createLog } from "../shared/log.js";
import { announceSettled } from "../shared/queues/announcements.js";
import type { DataOf } from "../shared/queues/define-queue.js";
import { issuanceQueue, wakeJobId, wakeJobOptions } from "../shared/queues/issuance.js";
import { type LineJob, openLine } from "../shared/queues/open-line.js";
import { openQueue } from "../shared/queues/open-queue.js";
import { pdfJobId, pdfQueue } from "../shared/queues/pdf.js";
import { questionQueue } from "../shared/queues/questions.js";
import { connectRedis } from "../shared/queues/redis.js";
import { watchRedis } from "../shared/queues/redis-watch.js";
import { serve } from "../shared/queues/serve.js";
import { throughRedis } from "../shared/queues/through-redis.js";
import { createReadiness } from "../shared/readiness.js";
import { repeat } from "../shared/repeat.js";
import { createOpener } from "../shared/sealing/opener.js";
import { createSecretSeal } from "../shared/sealing/secret-seal.js";
import { runProcess } from "../shared/shutdown.js";
import { startSigns } from "../shared/signs-of-life.js";
import { logStage, preciseNowMs } from "../shared/stages.js";
import { measureStorage } from "../shared/storage/measured-storage.js";
import { openStorage } from "../shared/storage/open-storage.js";
import { startTracing, tendTracing } from "../shared/tracing/start-tracing.js";
import { answerTaxauth } from "./answer-taxauth.js";
import { createTransport } from "./authority/transport.js";
import { createTickets } from "./authority/wsaa/tickets.js";
import { createAuthority, createLogin } from "./authority/wsfe/client.js";
import { createAuthorityAccess } from "./authority-access.js";
import { createCapacity, mostJobs, tenthOf } from "./capacity.js";
import { issuerConfig, toEndpoints } from "./config.js";
import { createAttendance, mostAttended } from "./contingency/attend.js";
import { leaveToOthers } from "./contingency/cut-off.js";
import { openContingency, probePlaces } from "./contingency/open-contingency.js";
import { openCutOff } from "./contingency/open-cut-off.js";
import { mostReported, openReports } from "./contingency/open-reports.js";
import { createReportAccess } from "./contingency/report-access.js";
import { isAnswered } from "./contingency/watch-calls.js";
import { countCommit } from "./count-commits.js";
import { createEntrance } from "./entrance.js";
import { createEvidence } from "./evidence.js";
import { createFollowUps, type FollowUp } from "./follow-ups.js";
import type { IssuerDeps } from "./issuing/deps.js";
import { recover } from "./issuing/recover.js";
import { createRetainedSequences } from "./issuing/retained-sequences.js";
import { serveIssuance } from "./issuing/serve-issuance.js";
import { createCommitLog } from "./log-commits.js";
import { measureTransport } from "./measured-transport.js";
import { createMessages } from "./messages.js";
import { countLogin } from "./metrics.js";
import { createNotices } from "./notices.js";
import { openDatabases } from "./open-databases.js";
import { openLock } from "./open-lock.js";
import { rememberKeys } from "./remember-keys.js";
import { type QuestionDeps, serveQuestion } from "./serve-question.js";
import { createAuditedReports } from "./store/audited-reports.js";
import { createJobViews } from "./store/job-views.js";
import { createOperatorStore } from "./store/operator-store.js";
import { createIssuanceStore } from "./store/store.js";
import { createTicketStore } from "./ticket-store.js";
import { traceLock } from "./traced-lock.js";
import { traceTransport } from "./traced-transport.js";
import { openUpkeep } from "./upkeep.js";
import { lookEveryMs, lookForWork } from "./without-redis.js";

const config = loadConfig(issuerConfig);
await startTracing("issuer", config);
const log = createLog("issuer", config.LOG_LEVEL);
warnOfPassword(log, config.DATABASE_URL);
process.title = "talonario-issuer";
tellBuild();
armFailpoints(config.FAILPOINT);

/** How many questions that issue nothing one process asks at once, per environment. */
const taxauthConcurrency = 50;
/** Production and homologation, each with its own capacity. */
const environments = 2;
const watchEveryMs = 500;
const attendEveryMs = 20_000;
const reportEveryMs = 1_000;
const hearingEveryMs = 1_000;

const toPdfJob = ({ voucherId, requestId, trace, ...turn }: FollowUp): LineJob<DataOf<typeof pdfQueue>> => ({
  jobId: pdfJobId(voucherId, original),
  data: { voucherId, ...original, requestId, trace: trace ?? undefined },
  turn,
});

await runProcess(log, config.TAXAUTH_TIMEOUT_MS + 10_000, async (onClose, stopping) => {
  tendTracing(log, onClose);
  const producer = connectRedis(config.REDIS_URL, log, "producer");
  onClose("redis producer", () => producer.disconnect());
  const history = createHistoryWatch(
    [witnessInRedis(producer), witnessInStorage(measureStorage(openStorage(config.PDF_STORAGE_URL)))],
    log,
  );
  const { connected } = history;
  const { db, issuing, connections, close: closeDatabases } = openDatabases(config, connected);
  onClose("database", closeDatabases);
  measureConnections(connections);
  const redis = connectRedis(config.REDIS_URL, log, "worker");
  onClose("redis", () => redis.disconnect());
  const cutOff = openCutOff(db, log, (key) => isAnswered(contingencies.access, key));
  const authorityAnswers = async () => !cutOff.isCutOff(true) && !cutOff.isCutOff(false);
  let isOpen = false;
  const health = await startHealthServer(
    config.METRICS_PORT,
    createReadiness({
      ...{ db, redis: producer, stopping, needs: { authority: authorityAnswers } },
      connects: createProbe(config.DATABASE_URL, connected),
      isOpen: () => isOpen,
    }),
  );
  onClose("health", health.close);
  await awaitMigrations(db, log, stopping);
  const historyRound = repeat(() => history.round(db), historyEveryMs, log, "comparing how far the database has got");
  onClose("history", historyRound.stop);
  const redisWatch = watchRedis(producer, log);
  onClose("redis watch", redisWatch.stop);
  const wakeUps = openQueue(issuanceQueue, producer);
  onClose("wake-ups", wakeUps.close);
  const pdfs = openLine(pdfQueue, producer);
  onClose("pdfs", pdfs.close);

  const { SECRET_KEY, NEW_SECRET_KEY } = config;
  const seal = createSecretSeal(SECRET_KEY, NEW_SECRET_KEY);
  const opener = await createOpener(SECRET_KEY, NEW_SECRET_KEY);
  onClose("upkeep", openUpkeep(db, opener, log));

  const endpoints = toEndpoints(config);
  const plain = createTransport({
    timeoutMs: config.TAXAUTH_TIMEOUT_MS,
    // Enough for both environments on one host, so that neither waits for the other's connections, nor issuing for what else is asked.
    connections:
      environments * (config.ISSUER_CONCURRENCY + taxauthConcurrency + probePlaces + mostReported + mostAttended),
  });
  const transport = traceTransport(measureTransport(plain));
  onClose("authority", transport.close);
  const login = createLogin({ endpoints, transport });
  const tickets = createTickets({
    store: createTicketStore(issuing, seal),
    async login(credentials, service) {
      const outcome = await login(credentials, service);
      countLogin(service, outcome);
      return outcome;
    },
    waitMs: 10_000,
    reloginMs: (production) =>
      production ? config.TAXAUTH_PRODUCTION_RELOGIN_MS : config.TAXAUTH_HOMOLOGATION_RELOGIN_MS,
    onStoreFailure: (error) => {
      log.warn({ error }, "access tickets could not be read or written");
    },
  });

  const evidence = createEvidence((records) => insertExchanges(db, records), log);
  onClose("evidence", evidence.stop);

  const notices = createNotices((heard) => keepNotices(db, heard), log, Date.now);
  onClose("notices", notices.stop);
  const authority = { endpoints, transport, tickets, hearNotice: notices.hear };
  const client = createAuthority(authority);
  const remembering = rememberKeys(opener);
  const findCertificate = (companyId: number, production: boolean) =>
    findActiveCertificate(issuing, remembering, companyId, production);
  const enter = createEntrance(client, findCertificate);
  const isStopping = () => stopping.aborted;
  const announce = async (issuanceId: number) => {
    failpoint("before_announce");
    await announceSettled(producer, issuanceId);
  };
  const messages = createMessages(redisWatch, log);
  onClose("messages", messages.finish);
  const followUps = createFollowUps((all) => messages.tell(() => pdfs.addAll(all.map(toPdfJob)), "PDF jobs"));
  onClose("follow-ups", followUps.flush);
  const readView = gatherReads((ids: number[]) => findJobViews(issuing, ids));
  const jobViews = createJobViews(readView);
  const wake = async (sequence: SequenceKey, requestId: string) => {
    const data = { sequence, issuance: null, requestId };
    if (redisWatch.isAway()) return void serving.runHere(wakeJobId(sequence), data);
    await throughRedis(redisWatch, () => wakeUps.add(wakeJobId(sequence), data, wakeJobOptions));
  };
  const contingencies = openContingency({
    db,
    access: createAuthorityAccess(client, enter, log, evidence),
    log,
    afterMs: config.CONTINGENCY_AFTER_MS,
    wake: (sequence) => wake(sequence, "contingency"),
    send: messages.send,
    cutOff,
  });
  const hearing = repeat(cutOff.round, hearingEveryMs, log, "comparing what the issuers hear of the authority");
  onClose("hearing", hearing.stop);
  const watch = repeat(contingencies.round, watchEveryMs, log, "watch over contingencies");
  onClose("contingencies", watch.stop);
  const store = createIssuanceStore(issuing);
  const attend = createAttendance({
    ...{ db, authority, access: contingencies.access, store, findCertificate, nowMs: Date.now, isStopping, log },
    isCutOff: cutOff.isCutOff,
  });
  for (const production of [true, false]) {
    const attendance = repeat(() => attend(production), attendEveryMs, log, "attendance to contingencies");
    onClose("attendance", attendance.stop);
  }
  const listener = connectRedis(config.REDIS_URL, log, "listener");
  onClose("redis listener", () => listener.disconnect());
  const locks = openLock({
    ...{ db: issuing, redis: producer, listener, watch: redisWatch, log, messages, isStopping },
    serveHere: (sequence) => serving.runHere(wakeJobId(sequence), { sequence, issuance: null, requestId: "wanted" }),
  });
  onClose("locks", locks.close);
  const lock = traceLock(locks);
  const reports = openReports({
    db,
    authority: createReportAccess(client, enter, evidence),
    lock,
    log,
    isCutOff: cutOff.isCutOff,
  });
  onClose("reports", reports.stop);
  const reporting = repeat(reports.round, reportEveryMs, log, "reports of vouchers under CAEA");
  onClose("round of reports", reporting.stop);
  const logCommit = createCommitLog(log);
  const deps: IssuerDeps = {
    store,
    authority: contingencies.access,
    contingency: contingencies.contingency,
    lock,
    retained: createRetainedSequences(() => performance.now()),
    announce: (issuanceId) => messages.tell(() => announce(issuanceId), "announcement"),
    followUp: (voucherId, { requestId, trace }, { companyId, production }) =>
      followUps.add({ voucherId, requestId, trace, companyId, production }),
    clock: { monotonicMs: () => performance.now(), sleep: (ms) => delay(ms) },
    onCommit(commit) {
      countCommit(commit);
      jobViews.onCommit(commit);
      logCommit(commit);
    },
    evidenceQuietMs: config.EVIDENCE_QUIET_MS,
    batchMax: config.ISSUE_BATCH_MAX,
    log,
  };

  const recovery = repeat(
    () =>
      recover({
        async cancelAllOverdue() {
          const cancelled = await cancelAllOverdue(db);
          if (cancelled.length > 0) countSettled("cancelled", { code: "VOUCHER_LOCK_TIMEOUT" }, cancelled.length);
          return cancelled;
        },
        async tendBatches() {
          await armWaiting(db);
          await endCancelled(db);
          await finishBatches(db);
        },
        openSequences: () => openSequences(db),
        announce: deps.announce,
        wake: (sequence) => wake(sequence, "recovery"),
      }),
    2_000,
    log,
    "recovery",
  );
  onClose("recovery", recovery.stop);

  const withinIssuing = createCapacity(config.ISSUER_CONCURRENCY, tenthOf(config.ISSUER_CONCURRENCY));
  const serving = serve(issuanceQueue, {
    connection: redis,
    concurrency: environments * mostJobs(config.ISSUER_CONCURRENCY),
    log,
    process: (data, job) => {
      if (data.issuance) logStage(log, "picked", data.issuance.id, preciseNowMs());
      return serveIssuance(deps, jobViews.findView, data, job, (work) => {
        leaveToOthers(cutOff, data.sequence, job.attempt);
        return withinIssuing(data.sequence, job.attempt, work);
      });
    },
  });
  onClose("issuance queue", serving.close);

  const taxauthDeps = {
    operator: { ...deps, ...createOperatorStore(db) },
    reports: { reports: reports.deps, clock: deps.clock, ...createAuditedReports(db) },
    authority,
    findCertificate,
    getProfile: (companyId: number, production: boolean) => getIssuingProfile(db, companyId, production),
    now: Date.now,
  };
  const questionDeps: QuestionDeps = {
    db,
    within: createCapacity(taxauthConcurrency, Math.ceil(taxauthConcurrency / 4)),
    answer: (tenant, ask) => answerTaxauth(taxauthDeps, tenant, ask),
  };
  const answering = serve(questionQueue, {
    connection: redis,
    concurrency: environments * mostJobs(taxauthConcurrency),
    log,
    process: (data, job) => serveQuestion(questionDeps, data, job),
  });
  onClose("question queue", answering.close);
  const looking = repeat(
    () => lookForWork({ db, watch: redisWatch, serving, answering }),
    lookEveryMs,
    log,
    "looking for work without Redis",
  );
  onClose("looking for work", looking.stop);
  const signs = startSigns(db, "issuer", log);
  onClose("sign of life", signs.stop);
  isOpen = true;
});
