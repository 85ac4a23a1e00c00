import { isSentinelUrl } from "../../../shared/config/redis-url.js";
import { listServing } from "../../../shared/db/incarnation/serving-processes.js";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import type { UsableConfig } from "../config.js";
import { checkLogins } from "./authority-checks.js";
import { type CheckResult, failed } from "./check.js";
import { checkChromium } from "./chromium-check.js";
import { checkCertificates, checkCompany } from "./company-checks.js";
import { checkClock, checkConnections, checkDatabase, checkMigrations, checkWrites } from "./database-checks.js";
import { checkDecisions } from "./decisions-check.js";
import { checkDelegations } from "./delegation-checks.js";
import { checkGrants } from "./grants-check.js";
import { checkKeys } from "./key-checks.js";
import { checkNumberings } from "./numberings-check.js";
import { checkPaymentProvider } from "./payment-provider-check.js";
import { checkBills, checkPayments } from "./payments-check.js";
import { checkPdfs } from "./pdfs-check.js";
import { checkPeople } from "./people-check.js";
import { checkConfiguration, checkServing } from "./process-checks.js";
import { checkRedis } from "./redis-checks.js";
import { checkRules } from "./rules-check.js";
import { checkSentinels } from "./sentinel-checks.js";
import { checkSircip } from "./sircip-check.js";
import { checkSmtp } from "./smtp-check.js";
import { checkStorage } from "./storage-check.js";
import { checkCounters, checkMonths, checkWatermarks } from "./upkeep-checks.js";
import { checkWebhooks } from "./webhooks-check.js";

/** Checks everything that the service needs, and one company when it is named. A failed check does not stop the others. */
export async function examine(
  config: UsableConfig,
  company: string | undefined,
  nowMs: number,
): Promise<CheckResult[]> {
  const { DATABASE_URL, REDIS_URL, SMTP_URL, SMTP_TLS, PDF_STORAGE_URL } = config;
  const [database, redis, storage, smtp, chromium] = await Promise.all([
    DATABASE_URL ? examineDatabase(DATABASE_URL, config, company, nowMs) : [notSet("database", "DATABASE_URL")],
    REDIS_URL ? examineRedis(REDIS_URL) : [notSet("redis", "REDIS_URL")],
    PDF_STORAGE_URL ? checkStorage(PDF_STORAGE_URL) : notSet("storage", "PDF_STORAGE_URL"),
    SMTP_URL ? checkSmtp(SMTP_URL, SMTP_TLS) : notSet("smtp", "SMTP_URL"),
    checkChromium(config),
  ]);
  return [checkConfiguration(), ...redis, storage, smtp, chromium, ...database];
}

const examineRedis = async (url: string): Promise<CheckResult[]> =>
  isSentinelUrl(url) ? (await Promise.all([checkRedis(url), checkSentinels(url)])).flat() : checkRedis(url);

const notSet = (name: string, variable: string): CheckResult =>
  failed(name, `${variable} is not set or cannot be used`, `Set ${variable}.`);

async function examineDatabase(
  url: string,
  config: UsableConfig,
  company: string | undefined,
  nowMs: number,
): Promise<CheckResult[]> {
  const { db, close } = openDatabase(url, { connections: 2 });
  try {
    const found = await checkDatabase(db);
    if (!found.ok) return [found];
    const database = (await checkWrites(url)) ?? found;
    const connections = await checkConnections(db);
    const migrations = await checkMigrations(url);
    if (!migrations.ok) return [database, connections, migrations, await checkClock(db, [])];
    const processes = await listServing(db);
    const clock = await checkClock(db, processes);
    const grants = await checkGrants(db, url);
    const serving = checkServing(processes);
    const issuerServes = serving.some(({ name, ok }) => name === "issuer" && ok);
    const keys = await checkKeys(db, config, issuerServes);
    const rules = await checkRules(db, nowMs);
    const companies = company
      ? await checkCompany(db, company, nowMs, config.REDIS_URL)
      : await checkCompanies(db, nowMs);
    const people = await checkPeople(db, config.APP_URL);
    const months = await checkMonths(db);
    const counters = await checkCounters(db);
    const watermarks = await checkWatermarks(db, config);
    const payments = await checkPayments(db);
    const bills = await checkBills(db, config.BILLING_COMPANY);
    const sircip = await checkSircip(db, nowMs);
    const provider = await checkPaymentProvider(db, config);
    return [
      database,
      connections,
      migrations,
      clock,
      grants,
      ...serving,
      ...keys,
      rules,
      ...companies,
      ...sircip,
      ...provider,
      ...[people, months, counters, watermarks, payments, bills].filter(({ ok }) => !ok),
    ];
  } finally {
    await close();
  }
}

/** Checks all companies together. Those but the first are shown only when they fail. */
async function checkCompanies(db: Database, nowMs: number): Promise<CheckResult[]> {
  const decisions = await checkDecisions(db);
  const numberings = await checkNumberings(db);
  const pdfs = await checkPdfs(db);
  const webhooks = await checkWebhooks(db);
  const delegations = await checkDelegations(db);
  const logins = await checkLogins(db);
  return [
    await checkCertificates(db, nowMs),
    ...[delegations, logins, decisions, numberings, pdfs, webhooks].filter(({ ok }) => !ok),
  ];
}
