import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { issueBills } from "../../../api/compose/issue-bills.js";
import { type Billing, openBilling } from "../../../api/payments/bills.js";
import { recordTransfer } from "../../../shared/db/payments/operators-word.js";
import { recordPlan } from "../../../shared/db/payments/plans.js";
import { addDays, argentineDay, toFiscalDate } from "../../../shared/domain/calendar.js";
import { createLog } from "../../../shared/logging/log.js";
import { type AppClient, type OpenedApp, openApp } from "../../support/app/app-client.js";
import { type CommandLine, commandLineInside, succeeding } from "../../support/processes/command-line.js";
import { approvedFate, refusedFate } from "../../support/processes/issuing-app.js";

const price = "15000.10";
let app: OpenedApp;
let billing: Billing;
let owner: AppClient;
let run: CommandLine;
let succeed: ReturnType<typeof succeeding>;
const settings = { company: "demo", production: false, posNumber: 1, rate: 5 };
const open = (over: Partial<typeof settings> = {}) => {
  const { deps, redis } = app.system;
  const log = createLog("test", "silent");
  return openBilling({ ...deps, log, issue: issueBills(deps, redis, undefined) }, { ...settings, ...over });
};

beforeAll(async () => {
  app = await openApp({ APP_URL: "http://127.0.0.1:3000", BILLING_COMPANY: "demo", BILLING_POS: "1" });
  billing = open();
  owner = await app.signIn("owner", "mono");
  run = commandLineInside({
    DATABASE_URL: app.system.deps.config.DATABASE_URL,
    ...{ BILLING_COMPANY: "demo", BILLING_ENV: "homologation" },
  });
  succeed = succeeding(run);
  await recordPlan(app.system.db, { code: "base", name: "Base", monthly: 500, price, months: 1, extra: null });
  await billing.round();
});
beforeEach(async () => {
  app.system.fate = approvedFate;
  await app.system.db.$executeRaw`DELETE FROM payment`;
  await app.system.db.$executeRaw`UPDATE subscription SET until = ${addDays(argentineDay(Date.now()), 5)}::date`;
});
afterEach(() => app.system.forgetCounts());
afterAll(() => app?.[Symbol.asyncDispose]());

const { id: _, ...said } = { id: 0, planId: null, months: 1, amount: price, saidBy: "operator", because: null };
let drawn = 0;
/** A renewal that somebody paid. */
async function pay(company = "mono"): Promise<number> {
  const { db } = app.system;
  const { id: companyId } = await db.company.findUniqueOrThrow({ where: { code: company } });
  const id = await db.$transaction((tx) =>
    recordTransfer(tx, { ...said, companyId, reference: `transfer ${++drawn}` }),
  );
  return id ?? 0;
}
const show = async (id: number) => (await succeed("payment", "show", String(id))).payment;
const tryAgainNow = () =>
  app.system.db.$executeRaw`UPDATE payment SET bill_at = now() - interval '1 second' WHERE bill_state = 'waiting'`;
const vouchersOf = (id: number) => app.system.db.voucher.findMany({ where: { idempotency: `payment-${id}` } });
const untilOf = async () =>
  (
    await app.system.db.$queryRaw<{ until: string }[]>`
    SELECT until::text FROM subscription s JOIN company c ON c.id = s.company_id WHERE c.code = 'mono'`
  )[0]?.until;
const refused = async (...args: string[]) => {
  const { exitCode, stdout, stderr } = await run(...args);
  expect(stdout).toBe("");
  return [exitCode, stderr.trim()];
};

test("a payment gets a voucher of the billing company, which the payer sees", async () => {
  const id = await pay();
  await billing.round();
  const [voucher] = await vouchersOf(id);
  expect(voucher).toMatchObject({
    ...{ production: false, posNumber: 1, voucherType: 1, docType: 80, docNumber: "20111111112" },
    ...{ externalReference: String(id), apiKeyId: null, userEmail: null, source: "app" },
    voucherDate: toFiscalDate(argentineDay(Date.now())),
  });
  expect(String(voucher?.totalAmount)).toBe("15000.1");
  const numbers = { id: Number(voucher?.id), posNumber: 1, voucherType: 1, voucherNumber: voucher?.voucherNumber };
  expect(await show(id)).toMatchObject({ bill: { state: "issued", problem: null }, voucher: numbers });
  const key = app.system.keys.mono.keys.test;
  const { body } = await app.system.get("/subscription", { company: "mono", key });
  expect(body.result.payments[0]).toMatchObject({ id, voucher: numbers });
  expect((await owner.get("/app/mono/production/plan")).text).toMatch(/Factura A 00001-0000000\d/);
});

test("it is issued once, whoever asks at once, and however often a process dies before it has noted it", async () => {
  const id = await pay();
  await Promise.all([billing.round(), open().round(), billing.round()]);
  expect(await vouchersOf(id)).toHaveLength(1);
  await app.system.db.$executeRaw`
    UPDATE payment SET bill_state = 'waiting', bill_at = now() - interval '1 second', voucher_id = NULL, voucher_pos = NULL, voucher_type = NULL,
      voucher_number = NULL`;
  // Its condition changed meanwhile: another type would be another line.
  await app.system.db.company.update({ where: { code: "mono" }, data: { taxType: 4 } });
  await billing.round();
  await app.system.db.company.update({ where: { code: "mono" }, data: { taxType: 6 } });
  expect(await vouchersOf(id)).toHaveLength(1);
  expect(await show(id)).toMatchObject({ bill: { state: "issued" }, voucher: { voucherType: 1 } });
});

test("silence is tried again without end, and never touches the renewal", async () => {
  const id = await pay();
  const until = await untilOf();
  app.system.fate = refusedFate("failed", { code: "TAXAUTH_UNAVAILABLE", kind: "down", detail: "away" });
  for (const _ of [1, 2]) {
    await billing.round();
    expect(await show(id)).toMatchObject({ state: "approved", voucher: null, bill: { state: "waiting" } });
    // Not before its minute.
    app.system.enqueued.length = 0;
    await billing.round();
    expect(app.system.enqueued).toEqual([]);
    await tryAgainNow();
  }
  app.system.fate = approvedFate;
  await billing.round();
  expect(await show(id)).toMatchObject({ bill: { state: "issued", problem: null } });
  expect(await untilOf()).toBe(until);
});

test("a refusal stops it with its words, until the operator mends it and asks again", async () => {
  const id = await pay();
  await open({ posNumber: 77 }).round();
  const stopped = await show(id);
  expect(stopped).toMatchObject({
    state: "approved",
    bill: { state: "stopped", problem: expect.stringMatching(/^4\d\d .*77/) },
  });
  await billing.round();
  expect(await vouchersOf(id)).toEqual([]);
  const asked = await succeed("payment", "bill", String(id));
  expect(asked.payment.bill).toEqual({ state: "waiting", problem: null });
  expect(await refused("payment", "bill", String(id))).toEqual([1, expect.stringContaining("is on its way")]);
  await billing.round();
  expect(await show(id)).toMatchObject({ bill: { state: "issued" } });
  expect(await refused("payment", "bill", String(id))).toEqual([1, expect.stringMatching(/has voucher 1-1-\d+/)]);
  const [entry] = await app.system.db.auditEntry.findMany({ where: { action: "payment.bill" } });
  expect(entry).toMatchObject({ resourceId: String(id), actorType: "admin" });
});

test("where the billing company's subscription has lapsed, the 402 stops it", async () => {
  const id = await pay();
  const setUntil = (until: string) => app.system.db.$executeRaw`
    UPDATE subscription SET until = ${until}::date WHERE company_id = (SELECT id FROM company WHERE code = 'demo')`;
  await setUntil("2020-01-01");
  await billing.round();
  await setUntil("2099-01-01");
  expect((await show(id)).bill).toMatchObject({ state: "stopped", problem: expect.stringMatching(/^402 /) });
});

test("a voucher that was issued by hand is tied once, and only if it is the company's and of the same total", async () => {
  const [id, other, cheap] = [await pay(), await pay(), await pay()];
  await billing.round();
  const [voucher] = await vouchersOf(id);
  const name = `1-1-${voucher?.voucherNumber}`;
  const forget = (which: number) => app.system.db.$executeRaw`
    UPDATE payment SET bill_state = 'stopped', bill_at = NULL, voucher_id = NULL, voucher_pos = NULL, voucher_type = NULL, voucher_number = NULL
    WHERE id = ${which}`;
  for (const each of [id, other, cheap]) await forget(each);
  await app.system.db.$executeRaw`UPDATE payment SET amount = 1 WHERE id = ${cheap}`;
  const bind = (which: number, text = name) => ["payment", "bill", String(which), "--voucher", text];
  expect(await refused(...bind(cheap))).toEqual([1, expect.stringContaining("is of PES 15000.10")]);
  expect(await refused(...bind(id, "1-1-99999"))).toEqual([
    1,
    expect.stringContaining("demo has no voucher 1-1-99999"),
  ]);
  expect(await refused(...bind(id, "one"))).toEqual([2, expect.stringContaining("POS-TYPE-NUMBER")]);
  expect((await succeed(...bind(id))).payment).toMatchObject({
    bill: { state: "issued" },
    voucher: { voucherType: 1 },
  });
  expect(await refused(...bind(other))).toEqual([1, expect.stringContaining("another payment's")]);
  expect(await refused(...bind(id))).toEqual([1, expect.stringContaining(`has voucher ${name}`)]);
});

test("none is issued where the operator wants none, also while it is tried", async () => {
  const [id, tried] = [await pay(), await pay()];
  const none = (which: number, ...more: string[]) => ["payment", "bill", String(which), "--none", ...more];
  expect(await refused(...none(id))).toEqual([2, "--none and --because go together."]);
  expect(await refused(...none(id, "--because", "x", "--voucher", "1-1-1"))).toEqual([
    2,
    expect.stringContaining("exclude"),
  ]);
  await succeed(...none(id, "--because", "It was a gift"));
  app.system.fate = refusedFate("failed", { code: "TAXAUTH_UNAVAILABLE", kind: "down", detail: "away" });
  await billing.round();
  expect((await show(tried)).bill.state).toBe("waiting");
  await succeed(...none(tried, "--because", "It was paid twice"));
  app.system.fate = approvedFate;
  await billing.round();
  expect([await vouchersOf(id), await vouchersOf(tried)]).toEqual([[], []]);
  expect(await refused(...none(id, "--because", "again"))).toEqual([
    1,
    expect.stringContaining("gets no voucher already"),
  ]);
  await succeed("payment", "bill", String(id));
  await billing.round();
  expect((await show(id)).bill.state).toBe("issued");
});

test("what was paid before anybody billed waits for the operator's word, and the billing company's own gets none", async () => {
  const [old, own] = [await pay(), await pay("demo")];
  await app.system.db.$executeRaw`UPDATE payment SET granted_at = now() - interval '1 year' WHERE id = ${old}`;
  await billing.round();
  for (const id of [old, own]) expect((await show(id)).bill.state).toBeNull();
  await succeed("payment", "bill", String(old));
  expect(await refused("payment", "bill", String(own))).toEqual([1, expect.stringContaining("demo bills")]);
  await billing.round();
  expect((await show(old)).bill.state).toBe("issued");
});

test("the page of the company that bills says that it pays nothing", async () => {
  const page = await (await app.signIn("owner")).get("/app/demo/production/plan");
  expect(page.text).toContain("Esta empresa factura el servicio");
  expect(page.text).not.toContain("/plan/renewal");
});

test("a payment in review or without a company has nothing to bill", async () => {
  const id = await pay();
  await app.system.db
    .$executeRaw`UPDATE payment SET state = 'review', granted_at = NULL, period_from = NULL, period_until = NULL`;
  expect(await refused("payment", "bill", String(id))).toEqual([1, expect.stringContaining("gave nothing")]);
  await app.system.db.$executeRaw`UPDATE payment SET company_id = NULL`;
  expect(await refused("payment", "bill", String(id))).toEqual([1, expect.stringContaining("Nobody knows whose")]);
});
