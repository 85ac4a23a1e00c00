import { setTimeout as delay } from "node:timers/promises";
import { collectDefaultMetrics } from "prom-client";
import { programFile } from "../shared/assets/assets.js";
import { createKeyedSemaphore } from "../shared/concurrency/keyed-semaphore.js";
import { periodicTasks } from "../shared/concurrency/run-periodically.js";
import { forgetSetting, loadConfig } from "../shared/config/config.js";
import { readApiSecret } from "../shared/db/company/api-secret.js";
import { createProbe } from "../shared/db/pool/probe.js";
import { createRewriter } from "../shared/images/rewriter.js";
import { historyEveryMs } from "../shared/incarnation/loss-detector.js";
import { createHintWatch } from "../shared/incarnation/watch-hints.js";
import { redisWatermarks, storageWatermarks } from "../shared/incarnation/watermark-stores.js";
import { closing, runProcess } from "../shared/lifecycle/shutdown.js";
import { awaitMigrations } from "../shared/process/await-migrations.js";
import { beginProcess } from "../shared/process/begin-process.js";
import { measureConnections } from "../shared/process/connection-metrics.js";
import { startHeartbeat } from "../shared/process/heartbeat.js";
import { subscribeToSettled } from "../shared/queues/announcements.js";
import { callNeededRedis, callRedis } from "../shared/queues/call-redis.js";
import { issuanceJobId, issuanceQueue, wakeJobId, wakeJobOptions } from "../shared/queues/issuance.js";
import { issuerRequestQueue } from "../shared/queues/issuer-requests.js";
import { mailJobId, mailQueue } from "../shared/queues/mail.js";
import { openFairQueue } from "../shared/queues/open-fair-queue.js";
import { openQueue } from "../shared/queues/open-queue.js";
import { pdfAnewJobId, pdfGapJobId, pdfQueue } from "../shared/queues/pdf.js";
import { connectRedis } from "../shared/queues/redis.js";
import { createRedisBreaker } from "../shared/queues/redis-breaker.js";
import { openSealer } from "../shared/sealing/open-sealer.js";
import { measureStorage } from "../shared/storage/measured-storage.js";
import { openStorage } from "../shared/storage/open-storage.js";
import { nameFailures } from "../shared/storage/storage-unavailable.js";
import { tendTracing } from "../shared/telemetry/start-tracing.js";
import { currentTraceparent } from "../shared/tracing/tracing.js";
import { createApiKeyCache } from "./authentication/api-key-cache.js";
import { createMacKeys } from "./authentication/mac-keys.js";
import { createApp } from "./compose/app.js";
import { clientKeyOf } from "./compose/client-key-of.js";
import { issueBills } from "./compose/issue-bills.js";
import { openPorts } from "./compose/open-ports.js";
import { apiConfig, takesPayments } from "./config.js";
import { openPools } from "./databases/pools.js";
import { ofReplica, openReplica, readPrimary } from "./databases/replica.js";
import { closeServer } from "./http/close-server.js";
import { createBurstPriority } from "./issuing/burst-priority.js";
import { createEligibilityCache } from "./issuing/eligibility-cache.js";
import { createPreviewHashes } from "./issuing/preview-hash.js";
import { createSettlementNotifier } from "./issuing/settlement-notifier.js";
import { createStandingCache } from "./issuing/standing-cache.js";
import { exposeBacklogMetrics } from "./operator-pages/backlog-metrics.js";
import { openBilling } from "./payments/bills.js";
import { openCallLimiter } from "./payments/call-limiter.js";
import { openPayments } from "./payments/payments.js";
import { openProvider } from "./payments/provider.js";
import type { ApiDeps } from "./routes/deps.js";
import { cacheAnswers, limitLookups } from "./taxauth/answer-limits.js";
import { createAskAuthority } from "./taxauth/ask-authority.js";

const { SEALING_KEY, SECRET_KEY, MERCADOPAGO_ACCESS_TOKEN, MERCADOPAGO_WEBHOOK_SECRET, ...config } =
  loadConfig(apiConfig);
for (const secret of ["SECRET_KEY", "MERCADOPAGO_ACCESS_TOKEN", "MERCADOPAGO_WEBHOOK_SECRET"]) forgetSetting(secret);
const log = await beginProcess("api", config, config.APP === "only" ? "app" : "api");

/** Prints that the downloads of one company wait for at once, in this process. */
const printsAwaited = 2;

const preloadEveryMs = 60_000;

const paymentsEveryMs = 5_000;
const listPaymentsEveryMs = 60_000;
const billsEveryMs = 5_000;

const graceMs = config.SHUTDOWN_DELAY_MS + config.REQUEST_TIMEOUT_MS + 5_000;

await runProcess(log, graceMs, async (onClose, stopping) => {
  tendTracing(log, onClose);
  const redis = connectRedis(config.REDIS_URL, log, "producer");
  onClose("redis", () => redis.disconnect());
  const storage = measureStorage(openStorage(config.PDF_STORAGE_URL));
  const history = createHintWatch([redisWatermarks(redis), storageWatermarks(storage)], log);
  const { DATABASE_URL, READ_DATABASE_URL, DATABASE_CONNECTIONS } = config;
  const replicas = READ_DATABASE_URL === undefined ? 0 : ofReplica(DATABASE_CONNECTIONS);
  if (READ_DATABASE_URL !== undefined && replicas === 0)
    log.warn("READ_DATABASE_URL is not used: the replica gets a part of DATABASE_CONNECTIONS, from 8 on");
  const opened = openPools(DATABASE_URL, DATABASE_CONNECTIONS - replicas, history.connected);
  const { close: closePools, connections, ...pools } = opened;
  onClose("database", closePools);
  const replica =
    READ_DATABASE_URL !== undefined && replicas > 0
      ? openReplica(pools, { url: READ_DATABASE_URL, connections: replicas })
      : undefined;
  if (replica) onClose("replica", replica.close);
  measureConnections(connections, ...(replica ? [replica.connections] : []));
  const ofNobody = pools.issuing.ofNobody;
  const callers = createApiKeyCache(ofNobody);
  const sealer = await openSealer({ SEALING_KEY, SECRET_KEY });

  collectDefaultMetrics();
  const { BOARD_USER, BOARD_PASSWORD, TRUST_PROXY } = config;
  // Imported only if configured: it takes a tenth of the start-up time.
  const board =
    BOARD_USER && BOARD_PASSWORD
      ? (await import("./operator-pages/board.js")).openBoard(redis, BOARD_USER, BOARD_PASSWORD, TRUST_PROXY)
      : undefined;
  if (board) onClose("board", board.close);
  const parts = { redis, board: board?.routes, stopping };
  const probe = createProbe(DATABASE_URL, history.connected);
  const health = { config, log, issuing: pools.issuing, probe, sealer };
  const openRest = await openPorts(health, parts, { whoseIs: clientKeyOf(callers, TRUST_PROXY), onClose });
  await awaitMigrations(ofNobody, log, stopping);

  const round = periodicTasks(log, onClose);
  round("comparing how far the database has got", historyEveryMs, () => history.round(pools.pages.ofNobody));
  const listener = connectRedis(config.REDIS_URL, log, "listener");
  onClose("redis listener", () => listener.disconnect());
  const redisWatch = closing(onClose, "redis watch", createRedisBreaker(redis, log));
  const queued = <T>(add: () => Promise<T>) => callRedis(redisWatch, add);
  const issuances = closing(onClose, "issuance queue", openQueue(issuanceQueue, redis));
  const pdfs = closing(onClose, "pdf queue", openFairQueue(pdfQueue, redis));
  const mails = closing(onClose, "mail queue", openFairQueue(mailQueue, redis));
  const questions = closing(onClose, "question queue", openQueue(issuerRequestQueue, redis));
  const settlements = closing(onClose, "settlements", createSettlementNotifier(ofNobody, log));
  // Not awaited: the subscription begins once Redis answers. Until then the api polls.
  subscribeToSettled(listener, settlements.announced).catch((error) =>
    log.warn({ error }, "could not listen for announcements"),
  );

  // Not awaited: callers are found one by one as well.
  callers.preload().catch(() => undefined);
  round("preload of the keys in force", preloadEveryMs, callers.preload);

  const macKeys = createMacKeys(() => readApiSecret(ofNobody));
  const burstPriority = createBurstPriority();
  const deps: ApiDeps = {
    ...pools,
    read: replica?.read ?? readPrimary(pools),
    callers,
    probe,
    eligibility: createEligibilityCache(pools.issuing, Date.now),
    standings: createStandingCache(),
    config,
    log,
    settlements,
    macKeys,
    previews: createPreviewHashes(macKeys),
    storage: nameFailures(storage),
    rewriteImage: createRewriter(programFile("api/logo-thread")),
    sealer,
    enqueue(sequence, issuance, requestId) {
      const priority = burstPriority(sequence);
      const options = priority === undefined ? {} : { priority };
      return queued(() =>
        issuances.add(issuanceJobId(issuance), { sequence, issuance, requestId, trace: currentTraceparent() }, options),
      );
    },
    wakeSequence: ({ companyId, production, posNumber, voucherType }, requestId) => {
      const sequence = { companyId, production, posNumber, voucherType };
      return queued(() =>
        issuances.add(wakeJobId(sequence), { sequence, issuance: null, requestId }, wakeJobOptions),
      ).catch((error) => log.warn({ error, requestId }, "a wake-up was lost; issuers find the sequence themselves"));
    },
    // A separate job, removed when it ends. BullMQ keeps the voucher's own job for a day, so adding that again would do nothing.
    requestPdf: (voucherId, form, requestId, tenant) =>
      queued(() =>
        pdfs.add(
          pdfGapJobId(voucherId, form, "asked"),
          { voucherId, ...form, requestId, trace: currentTraceparent() },
          { ...tenant, asked: true },
          { removeOnComplete: true, removeOnFail: true },
        ),
      ),
    printWaits: createKeyedSemaphore(printsAwaited),
    printAnew: (voucherId, form, attempt, requestId, tenant) =>
      callNeededRedis(redisWatch, () =>
        pdfs.add(
          pdfAnewJobId(voucherId, form, attempt),
          { voucherId, ...form, requestId, trace: currentTraceparent() },
          tenant,
          {
            attempts: 3,
            removeOnComplete: true,
          },
        ),
      ),
    requestMail: (recipientId, requestId, tenant) =>
      queued(() =>
        mails.add(mailJobId(recipientId), { recipientId, requestId, trace: currentTraceparent() }, tenant),
      ).catch((error) => log.warn({ error, recipientId, requestId }, "mail job was lost; the sweep will add it again")),
    askAuthority: cacheAnswers(
      pools.pages,
      limitLookups(
        createAskAuthority(pools.pages, { add: (...job) => queued(() => questions.add(...job)) }),
        redis,
        config.REGISTRY_LOOKUPS_PER_MINUTE,
      ),
      Date.now,
    ),
    now: () => Date.now(),
  };

  if (takesPayments(config) && MERCADOPAGO_ACCESS_TOKEN && MERCADOPAGO_WEBHOOK_SECRET && config.APP_URL) {
    const limiter = openCallLimiter(pools.people);
    const provider = openProvider({ url: config.MERCADOPAGO_URL, token: MERCADOPAGO_ACCESS_TOKEN, limiter });
    onClose("payment provider", provider.close);
    const payments = openPayments({
      ...{ ...pools, provider, log, appUrl: config.APP_URL },
      secret: MERCADOPAGO_WEBHOOK_SECRET,
      maxAgeSeconds: config.MERCADOPAGO_MAX_AGE,
      checkoutHost: config.MERCADOPAGO_CHECKOUT_HOST,
      namesNotifications: config.MERCADOPAGO_NOTIFICATION_URL === "on",
    });
    deps.payments = payments;
    round("asking about payments", paymentsEveryMs, payments.sweep);
    round("listing the payments of 30 days", listPaymentsEveryMs, payments.list);
  }
  const { APP, BILLING_COMPANY, BILLING_POS, BILLING_ENV, BILLING_TAX_TYPE } = config;
  if (APP !== "off" && BILLING_COMPANY !== undefined && BILLING_POS !== undefined) {
    const billing = openBilling(
      { ...pools, log, now: deps.now, issue: issueBills(deps, redis, stopping) },
      {
        company: BILLING_COMPANY,
        production: BILLING_ENV === "production",
        posNumber: BILLING_POS,
        rate: BILLING_TAX_TYPE,
      },
    );
    round("billing payments", billsEveryMs, billing.round);
  }
  exposeBacklogMetrics(pools.reading.ofNobody, redis, config.BACKUP_FILE);
  const server = await openRest(createApp(deps, parts));
  onClose("server", async () => {
    // Load balancers see "not ready" before connections are refused.
    await delay(config.SHUTDOWN_DELAY_MS);
    await closeServer(server);
  });
  const signs = startHeartbeat(pools.people, config.APP === "only" ? "app" : "api", log);
  onClose("sign of life", signs.stop);
  const { PORT, INTERNAL_PORT, BASE_PATH } = config;
  log.info({ port: PORT, internalPort: INTERNAL_PORT, basePath: BASE_PATH }, "listening");
});
