import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { openPools } from "../../../api/databases/pools.js";
import { projectFolder } from "../../../shared/assets/assets.js";
import { endCancelled, finishBatches } from "../../../shared/db/batches/end-batches.js";
import { sweepBatches } from "../../../shared/db/batches/sweep-batches.js";
import { enqueueWaiting } from "../../../shared/db/batches/waiting-elements.js";
import { findActiveCertificate } from "../../../shared/db/company/certificates.js";
import { keepNotices, purgeNotices } from "../../../shared/db/company/notices.js";
import { publishSealingKeys } from "../../../shared/db/company/sealing-keys.js";
import { listExpiring } from "../../../shared/db/company/setup-report.js";
import * as warnings from "../../../shared/db/company/warnings.js";
import { listOpenCodes } from "../../../shared/db/contingency/open-codes.js";
import { countContingencies, measureReports } from "../../../shared/db/contingency/open-work.js";
import { openOutboxRow } from "../../../shared/db/delivery/outgoing.js";
import { dueVouchers, findPdf, findPrintable, forgetOtherPdfs, recordPdf } from "../../../shared/db/delivery/pdfs.js";
import { beginPrint, notePrintFailure, takeBackPrint } from "../../../shared/db/delivery/print-tries.js";
import { dueRecipients, findMail, recipientsOf } from "../../../shared/db/delivery/recipients.js";
import { openVoucherMails } from "../../../shared/db/delivery/voucher-mails.js";
import { purgeQuestions } from "../../../shared/db/issuer-requests/issuer-requests.js";
import { unclaimedRequests } from "../../../shared/db/issuer-requests/unclaimed-requests.js";
import { countBacklog, listQueueDepths } from "../../../shared/db/issuing/backlog.js";
import { purgeFreed } from "../../../shared/db/issuing/doubts.js";
import { dueSequences } from "../../../shared/db/issuing/due-sequences.js";
import { insertExchanges, purgeExchanges } from "../../../shared/db/issuing/exchanges.js";
import { findJobViews } from "../../../shared/db/issuing/issuance-jobs.js";
import { cancelAllOverdue } from "../../../shared/db/issuing/issuances.js";
import { getIssuingProfile } from "../../../shared/db/issuing/issuing-profile.js";
import { purgeContent } from "../../../shared/db/issuing/kept-content.js";
import { purgeLeases } from "../../../shared/db/issuing/sequence-leases.js";
import { openSequences } from "../../../shared/db/issuing/sequences.js";
import { purgeAuditLog } from "../../../shared/db/listing/audit-log.js";
import { foldCounts } from "../../../shared/db/listing/fold-counts.js";
import { rotateMonths } from "../../../shared/db/migrate/months.js";
import type { ProcessRole } from "../../../shared/db/migrate/process-grants.js";
import {
  countUnbilled,
  countWaitingPayments,
  measurePaymentDelays,
} from "../../../shared/db/payments/waiting-payments.js";
import { makeLink } from "../../../shared/db/people/links.js";
import { countMailsOfMinute, duePersonMails } from "../../../shared/db/people/mails.js";
import { purgePeople } from "../../../shared/db/people/purge.js";
import { countersLeft } from "../../../shared/db/pool/counters.js";
import { type Database, openDatabase, type Statements } from "../../../shared/db/pool/database.js";
import { ageOfNumberChecks, listNumbersBehind } from "../../../shared/db/reconcile/number-checks.js";
import { countSircipMonths } from "../../../shared/db/sircip/watch.js";
import { purgeDeliveries } from "../../../shared/db/webhooks/purge.js";
import * as secrets from "../../../shared/db/webhooks/secrets.js";
import * as sending from "../../../shared/db/webhooks/sending.js";
import { withTraces } from "../../../shared/db/webhooks/traces.js";
import { measureWebhooks } from "../../../shared/db/webhooks/waiting.js";
import { createOpener } from "../../../shared/sealing/opener.js";
import { openForFile } from "../../support/open-for-file.js";
import { storeWaitingVouchers } from "../../support/samples/waiting-vouchers.js";
import { createDemoDatabase, demoSecretKey } from "../../support/servers/demo-database.js";
import { asProcess } from "../../support/servers/process-roles.js";

const opener = createOpener(demoSecretKey);
const pdf = { companyId: 1, voucherId: 1, versions: "1" };
const attempt = { at: new Date(0).toISOString(), status: 200, ms: 1, error: null, answer: null };
const delivery: sending.ClaimedDelivery = {
  ...{ id: 1, createdAt: new Date(0), webhookId: 1, companyId: 1, url: "https://example.com", eventId: "e" },
  ...{ type: "invoice.issued", body: "{}", tries: 1, once: false },
};
const certificate = { kind: "certificate", subject: "1", companyId: 1, facts: {} } as never;

type Calls<Db> = Record<string, (db: Db) => unknown>;

/** All that the files ask of the database, by the names that they import. Other rows than the voucher are not needed: rights are looked at first. */
const renderer: Calls<Database> = {
  findPrintable: (db) => findPrintable(db, 1),
  findPdf: (db) => findPdf(db, 1, "1"),
  recordPdf: (db) => recordPdf(db, { ...pdf, storageKey: "key", sizeBytes: 1 }),
  forgetOtherPdfs: (db) => forgetOtherPdfs(db, 1, "1"),
  dueVouchers: (db) => dueVouchers(db, 10),
  beginPrint: (db) => beginPrint(db, pdf, "service"),
  notePrintFailure: (db) => notePrintFailure(db, pdf, "it hung"),
  takeBackPrint: (db) => takeBackPrint(db, pdf, true),
  recipientsOf: (db) => recipientsOf(db, 1, "1"),
};

const ledgerOf = async (ledger: ReturnType<typeof openOutboxRow>) => {
  await ledger.claim(1);
  await ledger.hold(1);
  await ledger.markSent(1, "250");
  await ledger.markFailed(1, "no");
  await ledger.postpone(1, { waitMs: 1, reason: "later", answerLost: false });
};
const mailer: Calls<Database> = {
  dueWarnings: (db) => warnings.dueWarnings(db, 10),
  expiringCertificates: warnings.expiringCertificates,
  expiringKeys: warnings.expiringKeys,
  heavyUsage: warnings.heavyUsage,
  lapsingSubscriptions: warnings.lapsingSubscriptions,
  followingPlans: warnings.followingPlans,
  recordWarnings: (db) => warnings.recordWarnings(db, [certificate]),
  listOpenCodes,
  openOutboxRow: async (db) => {
    await ledgerOf(openOutboxRow(db, "warning"));
    await ledgerOf(openOutboxRow(db, "person_mail"));
  },
  findPdf: (db) => findPdf(db, 1, "1"),
  dueRecipients: (db) => dueRecipients(db, 10),
  findMail: async (db) => {
    await findMail(db, 1);
    await findPrintable(db, 1);
  },
  openVoucherMails: async (db) => {
    const mails = openVoucherMails(db, { production: 1, homologation: 1 });
    await ledgerOf(mails);
    await mails.wait(1, 1);
  },
  makeLink: (db) => makeLink(db, 1, null).catch(unlessForbidden),
  duePersonMails: (db) => duePersonMails(db, 10),
  countMailsOfMinute,
  purgeDeliveries,
  openWebhookSecrets: async (db) => secrets.openWebhookSecrets(db, await opener, 1).catch(unlessForbidden),
  publishWebhookKey: (db) => secrets.publishWebhookKey(db, { keyId: "id", publicKey: "key" }),
  purgeWebhookSecrets: secrets.purgeWebhookSecrets,
  claimDeliveries: (db) => sending.claimDeliveries(db, 1),
  disableFailing: sending.disableFailing,
  dueWebhooks: (db) => sending.dueWebhooks(db, 10),
  failAbandoned: sending.failAbandoned,
  markDelivered: (db) => sending.markDelivered(db, delivery, attempt),
  markFailed: (db) => sending.markFailed(db, delivery, attempt, { waitMs: 1, isGone: false }),
  withTraces: (db) => withTraces(db, [delivery]),
};

const issuer: Calls<Database> = {
  // Without batches it does only the first.
  sweepBatches: async (db) => {
    await sweepBatches(db);
    await enqueueWaiting(db, { ofOne: 1, ofAll: 1, rounds: 1 });
    await endCancelled(db);
    await finishBatches(db);
  },
  cancelAllOverdue,
  openSequences,
  dueSequences,
  unclaimedRequests,
  findJobViews: (db) => findJobViews(db, [1]),
  getIssuingProfile: (db) => getIssuingProfile(db, 1, true),
  findActiveCertificate: async (db) => findActiveCertificate(db, await opener, 1, true),
  keepNotices: (db) => keepNotices(db, []),
  insertExchanges: (db) => insertExchanges(db, []),
  publishSealingKeys: async (db) => publishSealingKeys(db, (await opener).publicKeys),
  foldCounts,
  purgeExchanges: (db) => purgeExchanges(db),
  purgeFreed,
  purgeContent: (db) => purgeContent(db),
  purgeAuditLog: (db) => purgeAuditLog(db),
  purgeQuestions,
  purgeLeases,
  purgePeople,
  purgeNotices,
  rotateMonths: (db) => rotateMonths(db, "exchange"),
};

const api: Calls<Statements> = {
  listExpiring: (db) => listExpiring(db, new Date()),
  countContingencies,
  measureReports,
  countBacklog,
  listQueueDepths,
  countersLeft,
  countUnbilled,
  countWaitingPayments,
  measurePaymentDelays,
  countSircipMonths: (db) => countSircipMonths(db, "2026-12-31"),
  ageOfNumberChecks,
  listNumbersBehind,
  measureWebhooks,
};

const work: Record<ProcessRole, { files: string[]; calls: Calls<Database> }> = {
  renderer: { files: ["renderer/main.ts"], calls: renderer },
  mailer: { files: ["mailer/main.ts", "mailer/webhooks/open-webhooks.ts"], calls: mailer },
  issuer: {
    files: [
      "main",
      "compose/open-authority",
      "compose/open-recovery",
      "maintenance/open-retention",
      "maintenance/poll-database",
    ].map((name) => `issuer/${name}.ts`),
    calls: issuer,
  },
  api: { files: ["api/operator-pages/backlog-metrics.ts"], calls: api },
};
const noStatements = ["besideReadiness", "openConnections", "openDatabase", "tablesByMonth"];

const unlessForbidden = (error: unknown) => {
  if (/permission denied/.test(String(error))) throw error;
};

/** The values that a file imports from shared/db. */
const importsOf = (file: string): string[] =>
  [
    ...readFileSync(path.join(projectFolder, file), "utf8").matchAll(
      /^import \{([^}]+)\} from "[./]+shared\/db\/[^"]+"/gm,
    ),
  ].flatMap(([, names = ""]) => names.split(",").flatMap((name) => (/^\s*(type |$)/.test(name) ? [] : [name.trim()])));

const database = await openForFile(createDemoDatabase);
beforeAll(async () => {
  const { db, close } = openDatabase(database.url, { connections: 1 });
  [pdf.voucherId = 0] = await storeWaitingVouchers(db, { code: "demo", production: true, count: 1 });
  pdf.companyId = (await db.voucher.findFirstOrThrow()).companyId;
  await close();
});

/** The database as the process uses it. */
function openAs(process: ProcessRole): { db: Database; close(): Promise<void> } {
  const url = asProcess(database.url, process);
  if (process !== "api") return openDatabase(url, { connections: 1 });
  const pools = openPools(url, 4);
  return { db: pools.issuing.ofNobody as Database, close: pools.close };
}

test.each(Object.entries(work))("%s may do all that its rounds and its jobs do", async (process, { files, calls }) => {
  const names = new Set(files.flatMap(importsOf).filter((name) => !noStatements.includes(name)));
  expect(Object.keys(calls).sort()).toEqual([...names].sort());
  const { db, close } = openAs(process as ProcessRole);
  const refused: string[] = [];
  for (const [name, call] of Object.entries(calls))
    await Promise.resolve(call(db)).catch((error) => refused.push(`${name}: ${error}`));
  await close();
  expect(refused).toEqual([]);
});
