import { afterAll, beforeAll, expect, test } from "vitest";
import { recordWarnings } from "../../../shared/db/company/warnings.js";
import { findContingencyStatus } from "../../../shared/db/contingency/contingency-status.js";
import {
  beginByHand,
  type ContingencyTransition,
  endByHand,
  endRefused,
  outageStart,
  refusalsEnd,
} from "../../../shared/db/contingency/turn-contingency.js";
import { openOutboxRow } from "../../../shared/db/delivery/outgoing.js";
import { recordPdf } from "../../../shared/db/delivery/pdfs.js";
import { approve } from "../../../shared/db/issuing/approve.js";
import { approveAndSubmit } from "../../../shared/db/issuing/approve-and-submit.js";
import { markResolving, markUnconfirmed } from "../../../shared/db/issuing/doubts.js";
import { cancelOverdue } from "../../../shared/db/issuing/issuances.js";
import { acquireSequence } from "../../../shared/db/issuing/sequences.js";
import { settleWithoutVoucher } from "../../../shared/db/issuing/settle-issuances.js";
import { renumber, rewriteAmounts } from "../../../shared/db/issuing/write-ahead.js";
import type { ProcessRole } from "../../../shared/db/migrate/process-grants.js";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import { importVouchers } from "../../../shared/db/reconcile/import-vouchers.js";
import { sayReason } from "../../../shared/domain/contingency-reason.js";
import type { RecordedVoucher } from "../../../shared/domain/recorded-voucher.js";
import { webhookEvents } from "../../../shared/domain/webhook-events.js";
import { type AdminApp, openAdminApp } from "../../support/processes/admin-app.js";
import { letContradict, note } from "../../support/samples/heard.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { grantedTo, openLines, type SampleQueue, submitFrom } from "../../support/samples/waiting-lines.js";
import { asProcess } from "../../support/servers/process-roles.js";

let api: AdminApp;
let start: (waiting: number) => Promise<SampleQueue>;
const opened: ReturnType<typeof openDatabase>[] = [];
/** The database as one process sees it. */
let as: Record<ProcessRole, Database>;
let webhookId: number;
beforeAll(async () => {
  api = await openAdminApp();
  start = await openLines(api);
  const open = (process: ProcessRole) => {
    const one = openDatabase(asProcess(api.deps.config.DATABASE_URL, process), { connections: 4 });
    opened.push(one);
    return one.db;
  };
  as = { api: open("api"), issuer: open("issuer"), renderer: open("renderer"), mailer: open("mailer") };
  webhookId = await addWebhook(["*"]);
});
afterAll(async () => {
  await Promise.all(opened.map(({ close }) => close()));
  await api[Symbol.asyncDispose]();
});

const url = "https://example.com/hook";
const addWebhook = async (events: string[], key?: string): Promise<number> =>
  (await api.call("POST", "/webhooks", { body: { url, events }, ...(key && { key }) })).body.result.id;

interface Told {
  webhookId: number;
  eventId: string;
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test checks the shape that it expects
  data: any;
}

/** What was recorded for the webhooks while `work` ran, in order. */
async function toldBy(work: () => Promise<unknown>): Promise<Told[]> {
  const [{ last }] = await api.db.$queryRaw<
    [{ last: number }]
  >`SELECT coalesce(max(id), 0)::int AS last FROM webhook_delivery`;
  await work();
  const rows = await api.db.webhookDelivery.findMany({ where: { id: { gt: last } }, orderBy: { id: "asc" } });
  return rows.map(({ webhookId, eventId, type, body }) => {
    const payload = JSON.parse(body);
    expect(payload).toEqual({ type, timestamp: new Date(payload.timestamp).toISOString(), data: expect.anything() });
    expect(webhookEvents).toContain(type);
    return { webhookId, eventId, type, data: payload.data };
  });
}

const typesOf = (told: Told[]) => told.map(({ type }) => type);

/** An issuance whose number was written ahead by the issuer. */
async function startOut(waiting = 1, limit = waiting) {
  const line = await start(waiting);
  const submissions = await submitFrom({ db: as.issuer, taken: line.taken }, limit);
  return { ...line, submissions, submission: submissions[0] };
}

test("a voucher is told in the statement that records it, with the fields of its row and none of its receiver's", async () => {
  const { taken, submissions } = await startOut(2);
  const told = await toldBy(() => approve(as.issuer, [grantedTo(taken, submissions)]));
  expect(typesOf(told)).toEqual(["invoice.issued", "invoice.issued"]);
  for (const { data } of told) {
    const { body } = await api.call("GET", `/invoices/${data.id}`);
    expect(body.result).toMatchObject(data);
    expect(Object.keys(data)).toEqual([
      "id",
      "voucherType",
      "posNumber",
      "voucherNumber",
      "voucherDate",
      "cae",
      "caeExpirationDate",
      "totalAmount",
      "currency",
      "idempotency",
      "externalReference",
      "production",
      "source",
      "created",
    ]);
  }
  expect(told.map(({ data }) => data.idempotency)).toEqual(submissions.map(({ body }) => body.idempotency));
});

test("the statement that also writes the next number ahead tells the same", async () => {
  const { taken, submission } = await startOut(2, 1);
  const told = await toldBy(() => approveAndSubmit(as.issuer, [{ ...grantedTo(taken, [submission]), limit: 1 }]));
  expect(told).toMatchObject([{ type: "invoice.issued", data: { voucherNumber: 1 } }]);
});

test("what was undone is told to nobody", async () => {
  const { taken, submission } = await startOut();
  const undone = new Error("undone");
  expect(
    await toldBy(() =>
      expect(
        as.issuer.$transaction(async (tx) => {
          await approve(tx, [grantedTo(taken, [submission])]);
          throw undone;
        }),
      ).rejects.toBe(undone),
    ),
  ).toEqual([]);
  await acquireSequence(as.issuer, taken.key);
  expect(await toldBy(() => approve(as.issuer, [grantedTo(taken, [submission])]))).toEqual([]);
});

test("an event goes to each endpoint of its company and environment that is enabled and wants it, under one id", async () => {
  const wanting = await addWebhook(["ping", "invoice.issued"]);
  const others = [
    await addWebhook(["invoice.pdf_ready"]),
    await addWebhook(["*"]),
    await addWebhook(["*"], api.keys.keys.production),
  ];
  await api.call("PATCH", `/webhooks/${others[1]}`, { body: { enabled: false } });
  const told = await toldBy(() => api.post(invoiceB()));
  expect(told.map((one) => one.webhookId)).toEqual([webhookId, wanting]);
  expect(new Set(told.map(({ eventId }) => eventId)).size).toBe(1);
  expect(told[0]?.eventId).toMatch(/^evt_[0-9a-f]{32}$/);

  const inProduction = await toldBy(() => api.post(invoiceB(), { key: api.keys.keys.production }));
  expect(inProduction).toMatchObject([{ webhookId: others[2], data: { production: true } }]);
  for (const id of [wanting, ...others.slice(0, 2)]) await api.call("DELETE", `/webhooks/${id}`);
  await api.call("DELETE", `/webhooks/${others[2]}`, { key: api.keys.keys.production });
});

test("a listener is told as long as it listens", async () => {
  const listen = (seconds: number) => api.db.$queryRaw<[{ id: number }]>`
    INSERT INTO webhook (company_id, production, url, events, listening_until)
    SELECT company_id, production, url, '{invoice.issued}', now() + ${seconds} * interval '1 second' FROM webhook WHERE id = ${webhookId} RETURNING id`;
  const [[{ id: listening }], [{ id: gone }]] = [await listen(60), await listen(-1)];
  const told = await toldBy(() => api.post(invoiceB()));
  expect(told.map((one) => one.webhookId)).toEqual([webhookId, listening]);
  await api.db.webhook.deleteMany({ where: { id: { in: [listening, gone] } } });
});

test("of many commits at once, each is told once and what fails is not", async () => {
  const lines = await Promise.all(Array.from({ length: 20 }, () => startOut()));
  const told = await toldBy(() =>
    Promise.all(
      lines.map(({ taken, submission }, at) =>
        as.issuer
          .$transaction(
            async (tx) => {
              await approve(tx, [grantedTo(taken, [submission])]);
              if (at % 4 === 0) throw new Error("undone");
            },
            { maxWait: 20_000 },
          )
          .catch(() => undefined),
      ),
    ),
  );
  const keys = lines.filter((_, at) => at % 4 !== 0).map(({ submission }) => submission.body.idempotency);
  expect(told.map(({ data }) => data.idempotency).sort()).toEqual(keys.sort());
});

test("a PDF is told when the original is first made", async () => {
  const { id: voucherId } = (await api.post(invoiceB({ idempotency: "printed" }))).body.result;
  const { companyId } = await api.db.voucher.findUniqueOrThrow({ where: { id: voucherId } });
  const record = (versions: string) =>
    recordPdf(as.renderer, { companyId, voucherId, versions, storageKey: `${voucherId}/${versions}`, sizeBytes: 1 });
  const told = await toldBy(async () => {
    await record("1-2");
    await record("1");
    await record("1");
  });
  expect(told).toMatchObject([{ type: "invoice.pdf_ready", data: { id: voucherId, idempotency: "printed" } }]);
});

test("mails are told when they are sent or given up, by their place and without their address", async () => {
  const emails = ["ana@example.com", "eva@example.com"].map((email) => ({ email }));
  const { id } = (await api.post(invoiceB({ idempotency: "mailed" }))).body.result;
  await api.call("POST", `/invoices/${id}/emails`, { body: { emails } });
  const recipients = await api.db.recipient.findMany({ where: { voucherId: id }, orderBy: { slot: "asc" } });
  const outgoing = openOutboxRow(as.mailer, "recipient");
  const told = await toldBy(async () => {
    const [first, second] = recipients.map((recipient) => recipient.id);
    await outgoing.postpone(first ?? 0, { waitMs: 0, reason: "busy", answerLost: false });
    await outgoing.markSent(first ?? 0, "250 for ana@example.com");
    await outgoing.markSent(first ?? 0, "250");
    await outgoing.markFailed(second ?? 0, "550");
  });
  expect(told).toMatchObject([
    { type: "invoice.email_sent", data: { id, idempotency: "mailed", recipient: 1 } },
    { type: "invoice.email_failed", data: { id, idempotency: "mailed", recipient: 2 } },
  ]);
  expect(JSON.stringify(told)).not.toContain("@");
});

test("an imported voucher is told as imported", async () => {
  const { taken } = await start(0);
  const told = await toldBy(() => api.db.$transaction((tx) => importVouchers(tx, taken.key, [foreignVoucher])));
  expect(told).toMatchObject([
    {
      type: "invoice.imported",
      data: { id: expect.any(Number), voucherNumber: 7, idempotency: null, source: "rcel", totalAmount: "121.00" },
    },
  ]);
});

const foreignVoucher: RecordedVoucher = {
  voucherNumber: 7,
  voucherDate: "20261101",
  authorization: "CAE",
  cae: "86330767790001",
  caeExpirationDate: "20261111",
  concept: 1,
  docType: 99,
  docNumber: "0",
  totalAmount: "121",
  netAmount: "100",
  vatAmount: "21",
  exemptAmount: "0",
  notTaxableAmount: "0",
  tributesAmount: "0",
  serviceFrom: null,
  serviceTo: null,
  serviceExpiration: null,
  currency: "PES",
  currencyQuotation: "1",
  cancelsInSameForeignCurrency: null,
  receiverTaxConditionId: 5,
  vat: [{ taxType: 5, base: "100", amount: "21" }],
  tributes: [],
  associatedVouchers: [],
  associatedPeriod: null,
  optionals: null,
  activities: null,
  buyers: null,
  others: null,
  processedAt: "2026-11-01T12:00:00Z",
  observations: [],
};

test("an outcome is told as unconfirmed once, and what became of it when it was issued", async () => {
  const { taken, submission } = await startOut();
  const key = submission.body.idempotency;
  const doubtful = await toldBy(async () => {
    await markResolving(as.issuer, taken, submission);
    await markUnconfirmed(as.issuer, taken, submission);
    await markUnconfirmed(as.issuer, taken, submission, { questions: 3, isDenied: false });
  });
  expect(doubtful).toMatchObject([
    {
      type: "invoice.unconfirmed",
      data: { idempotency: key, posNumber: taken.key.posNumber, voucherType: 6, production: false },
    },
  ]);
  const settled = await toldBy(() => approve(as.issuer, [grantedTo(taken, [submission])]));
  const byType = new Map(settled.map(({ type, data }) => [type, data]));
  expect([...byType.keys()].sort()).toEqual(["invoice.issued", "invoice.settled"]);
  const voucher = byType.get("invoice.issued");
  expect(byType.get("invoice.settled")).toEqual({ outcome: "issued", idempotency: key, id: voucher.id, voucher });
});

test("what was never unconfirmed is not told as settled", async () => {
  const { taken, submission } = await startOut();
  await markResolving(as.issuer, taken, submission);
  const outcome = { code: "TAXAUTH_ERROR" as const, reasons: [{ code: 10_016, msg: "refused" }] };
  expect(await toldBy(() => settleWithoutVoucher(as.issuer, taken, submission, "rejected", outcome))).toEqual([]);
});

test("an unconfirmed issuance that is renumbered and changed is told once, and its end as failed", async () => {
  const { taken, submission } = await startOut();
  const told = await toldBy(async () => {
    await markUnconfirmed(as.issuer, taken, submission);
    const again = await renumber(as.issuer, taken, submission, {
      lastNumber: 4,
      authorityTimeMs: null,
      isForeign: true,
    });
    const rewritten = await rewriteAmounts(as.issuer, taken, again ?? submission, submission.amounts);
    await markUnconfirmed(as.issuer, taken, rewritten ?? submission);
    const outcome = { code: "TAXAUTH_ERROR" as const, reasons: [] };
    await settleWithoutVoucher(as.issuer, taken, rewritten ?? submission, "rejected", outcome);
  });
  expect(told).toMatchObject([
    { type: "invoice.unconfirmed" },
    {
      type: "invoice.settled",
      data: { outcome: "failed", idempotency: submission.body.idempotency, voucher: null },
    },
  ]);
});

test("an unconfirmed issuance that went back to the line and is cancelled there by the API is told as failed", async () => {
  const { taken, submissions, submission } = await startOut(2);
  const [, behind] = submissions;
  const told = await toldBy(async () => {
    await markUnconfirmed(as.issuer, taken, behind ?? submission);
    // The first one's refusal sends the later number back to the line.
    await settleWithoutVoucher(as.issuer, taken, submission, "rejected", { code: "TAXAUTH_ERROR", reasons: [] });
    await api.db.$executeRaw`UPDATE issuance SET deadline_at = now() - interval '1 second' WHERE id = ${behind?.id}`;
    const tenant = { companyId: taken.key.companyId, production: false };
    expect(await cancelOverdue(api.deps.issuing.of(tenant), { id: behind?.id ?? 0, revision: 1 })).toBe(true);
  });
  expect(typesOf(told)).toEqual(["invoice.unconfirmed", "invoice.settled"]);
  expect(told[1]?.data).toMatchObject({ outcome: "failed", idempotency: behind?.body.idempotency });
});

test("a key that is sent again after such an end begins anew", async () => {
  const { taken, submission, record } = await startOut();
  await markUnconfirmed(as.issuer, taken, submission);
  await settleWithoutVoucher(as.issuer, taken, submission, "rejected", { code: "TAXAUTH_ERROR", reasons: [] });
  await record(api.db, submission.body);
  const [again] = await submitFrom({ db: as.issuer, taken });
  expect(again.id).toBe(submission.id);
  expect(typesOf(await toldBy(() => approve(as.issuer, [grantedTo(taken, [again])])))).toEqual(["invoice.issued"]);
});

test("warnings of the account are told: certificates in their environment, the others in both", async () => {
  const inProduction = await addWebhook(["*"], api.keys.keys.production);
  const { id: companyId } = await api.db.company.findUniqueOrThrow({ where: { code: "demo" } });
  const quota = { kind: "quota", used: 9, granted: 10, periodEnd: "2026-12-21" } as const;
  const certificate = {
    kind: "certificate",
    id: 3,
    alias: "a",
    production: true,
    expires: "2026-12-01",
    daysLeft: 7,
  } as const;
  const subscription = { kind: "subscription", until: "2026-12-01", daysLeft: 7 } as const;
  const key = {
    kind: "apikey",
    name: "k",
    prefix: "TEST_1",
    production: false,
    expires: "2026-12-01",
    daysLeft: 7,
  } as const;
  const report = {
    kind: "report",
    production: true,
    code: "26463476341977",
    ...({ period: 202611, fortnight: 1, reportBy: "20261123", unreported: 3, rejected: 1, undeclared: 2 } as const),
  } as const;
  const facts = [quota, certificate, subscription, report, key];
  const record = () =>
    recordWarnings(
      as.mailer,
      facts.map((one) => ({ companyId, kind: one.kind, subject: "told", facts: one })),
    );
  const told = await toldBy(async () => {
    await record();
    await record();
  });
  const without = ({ kind: _, ...rest }: { kind: string }) => rest;
  expect(told).toHaveLength(6);
  for (const [type, data, ids] of [
    ["quota.warning", without(quota), [webhookId, inProduction]],
    ["certificate.expiring", without(certificate), [inProduction]],
    ["subscription.ending", without(subscription), [webhookId, inProduction]],
    ["contingency.report_due", without(report), [inProduction]],
  ] as const) {
    const ofType = told.filter((one) => one.type === type);
    expect(ofType.map((one) => one.webhookId).sort()).toEqual([...ids].sort());
    for (const one of ofType) expect(one.data).toEqual(data);
  }
  await api.call("DELETE", `/webhooks/${inProduction}`, { key: api.keys.keys.production });
});

test("a contingency is told when it begins and ends, and not when a person takes it over", async () => {
  const { companyId, production } = (await start(0)).taken.key;
  const tenant = { companyId, production };
  let begun: ContingencyTransition[] = [];
  const told = await toldBy(async () => {
    await note(as.issuer, tenant, { calls: [2_000, 1_000], cause: "timeout" });
    await letContradict(as.issuer, tenant);
    begun = await outageStart(as.issuer, 0);
    await beginByHand(api.db, tenant, "works on the line");
    await endByHand(api.db, tenant);
  });
  expect(told.map(({ type, data }) => [type, data.reason, data.production])).toEqual([
    ["contingency.started", sayReason(begun[0]?.reason ?? "").en, false],
    ["contingency.ended", "works on the line", false],
  ]);
  expect(told[0]?.data.reason).toMatch(/^no answer from the tax authority since \S{19}Z: timeout$/);
  expect(told[0]?.data.since).toBe(told[1]?.data.since);
});

test("one that ends because the company alone is refused tells why it ended, in the audit log too", async () => {
  const { companyId, production } = (await start(0)).taken.key;
  const tenant = { companyId, production };
  await api.db.contingency.deleteMany({ where: tenant });
  let ended: ContingencyTransition[] = [];
  const told = await toldBy(async () => {
    await note(as.issuer, tenant, { calls: [2_000, 1_000], cause: "timeout" });
    await letContradict(as.issuer, tenant);
    await outageStart(as.issuer, 0);
    await note(as.issuer, tenant, { answeredAgoMs: 0, refused: refusalsEnd, refusal: "cms.cert.expired" });
    ended = await endRefused(as.issuer);
  });
  expect(ended).toMatchObject([{ reason: { refusal: "cms.cert.expired" } }]);
  const why = "the tax authority refuses this company alone: cms.cert.expired";
  expect(told[1]).toMatchObject({ type: "contingency.ended", data: { reason: why } });
  expect(sayReason(ended[0]?.reason ?? "").en).toBe(why);
  const entry = await api.db.auditEntry.findFirst({
    where: { companyId, action: "contingency.end" },
    orderBy: { id: "desc" },
  });
  expect(entry).toMatchObject({ actorType: "system", after: { reason: { refusal: "cms.cert.expired" } } });
  const row = await api.db.contingency.findFirstOrThrow({ where: tenant });
  expect(row).toMatchObject({ activeSince: null, silence: { refusal: "cms.cert.expired" } });
  expect(await findContingencyStatus(api.db, tenant, { period: 202611, fortnight: 1 })).toMatchObject({
    reason: null,
  });
  // It begins anew by a silence of everybody alone, and by hand without the old reason.
  await beginByHand(api.db, tenant, null);
  expect(await endByHand(api.db, tenant)).toMatchObject({ reason: null });
});

test("no process may write an event of its own, and none but the mailer reads a secret", async () => {
  const forge = (db: Database) => db.$executeRaw`
    INSERT INTO public.webhook_delivery (webhook_id, company_id, production, event_id, type, body) VALUES (1, 1, true, 'evt_1', 'ping', '{}')`;
  const tell = (db: Database) => db.$queryRaw`SELECT public.emit_event(1, true, 'ping', '{}')::text`;
  const secrets = (db: Database) => db.$queryRaw`SELECT sealed FROM public.webhook_secret`;
  for (const process of ["api", "issuer", "renderer", "mailer"] as const) {
    await expect(forge(as[process]), process).rejects.toThrow("permission denied");
    await expect(tell(as[process]), process).rejects.toThrow("permission denied");
    if (process !== "mailer") await expect(secrets(as[process]), process).rejects.toThrow("permission denied");
  }
  const tenant = { companyId: 1, production: false };
  await expect(api.deps.reading.of(tenant).$queryRaw`SELECT sealed FROM webhook_secret`).rejects.toThrow(
    "permission denied",
  );
});
