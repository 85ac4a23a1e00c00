import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkPaymentProvider } from "../../../api/admin/doctor/payment-provider-check.js";
import { checkPayments } from "../../../api/admin/doctor/payments-check.js";
import { paymentCalls } from "../../../api/http/metrics.js";
import { openCompany } from "../../../api/operations/companies.js";
import { callPace, openCallLimiter } from "../../../api/payments/call-limiter.js";
import { openProvider } from "../../../api/payments/provider.js";
import { ownerName } from "../../../shared/db/migrate/set-grants.js";
import { endListing, recordNotice } from "../../../shared/db/payments/asking.js";
import { takePayment } from "../../../shared/db/payments/take-payment.js";
import { countWaitingPayments, measurePaymentDelays } from "../../../shared/db/payments/waiting-payments.js";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import { type Fault, type PaymentProvider, startPaymentProvider } from "../../payment-provider/stand-in.js";
import { createDatabase } from "../../support/servers/database.js";
import { asProcess, testRoles } from "../../support/servers/process-roles.js";

const collector = "778899";
let db: Database;
let url: string;
/** As the API reads its metrics. */
let api: Database;
let site: PaymentProvider;
let end: () => Promise<void>;
beforeAll(async () => {
  const database = await createDatabase();
  url = database.url;
  const opened = [openDatabase(database.url), openDatabase(asProcess(database.url, "api"))] as const;
  [db, api] = [opened[0].db, opened[1].db];
  site = await startPaymentProvider();
  end = async () => {
    await Promise.all(opened.map((one) => one.close()));
    await database.drop();
    await site[Symbol.asyncDispose]();
  };
  await openCompany(
    db,
    { type: "admin" },
    { code: "demo", cuit: "30712345671", name: "Demo", taxType: 1 },
    { anchor: "2026-01-31", until: "2026-01-30", monthlyVouchers: 100 },
  );
  await db.$executeRaw`
    INSERT INTO plan (name, code, title, monthly_vouchers, price, months) VALUES ('plan base', 'base', 'Base', 100, 15000.10, 1)`;
});
beforeEach(async () => {
  Object.assign(site, { faults: [] });
  site.payments.length = 0;
  for (const table of ["payment", "checkout", "payment_notice"]) await db.$executeRawUnsafe(`DELETE FROM ${table}`);
  await db.$executeRaw`UPDATE payment_watch SET notified_at = NULL, listed_at = NULL, rests_until = now()`;
});
afterAll(() => end());

async function ask(): Promise<string> {
  const reference = `tal-${randomUUID().replaceAll("-", "")}`;
  await db.$executeRaw`
    INSERT INTO checkout (company_id, kind, plan_id, months, amount, reference, link, asked_by)
    SELECT c.id, 'renewal', p.id, 1, p.price, ${reference}, 'https://x', 'a@example.com' FROM company c, plan p WHERE p.code = 'base'`;
  return reference;
}
/** Payment of a new checkout, as the provider has it. */
async function payAtProvider(changes: object = {}) {
  const reference = await ask();
  await db.$executeRaw`UPDATE checkout SET closed_at = now()`;
  return site.pay(reference, { transaction_amount: 15_000.1, ...changes });
}
const hear = (payment: { id: number; status: string; external_reference: string; transaction_amount: number }) =>
  takePayment(
    db,
    {
      ...{ id: String(payment.id), status: payment.status, amount: String(payment.transaction_amount) },
      ...{ currency: "ARS", collector, reference: payment.external_reference },
    },
    collector,
  );
const doctor = async (over: object = {}) => {
  const settings = {
    PAYMENTS: "mercadopago",
    MERCADOPAGO_ACCESS_TOKEN: site.token,
    MERCADOPAGO_URL: site.url,
  } as const;
  const checks = await checkPaymentProvider(db, { ...settings, APP_URL: "https://pay.example.com", ...over } as never);
  return Object.fromEntries(checks.map((check) => [check.name, check]));
};

test("where nothing waits, the doctor says so, and every metric is 0", async () => {
  expect(await checkPayments(db)).toEqual({ name: "payments", ok: true, detail: "none waits" });
  expect(await countWaitingPayments(api)).toEqual(
    ["charged_back", "refunded", "review", "ungranted"].map((state) => ({ state, count: 0 })),
  );
  expect(await measurePaymentDelays(api)).toEqual({ unansweredSeconds: 0, unlistedSeconds: null, lateSeconds: 0 });
});

test("that the account was not listed for a day is told, once somebody was asked to pay", async () => {
  await db.$executeRaw`UPDATE payment_watch SET listed_at = now() - interval '27 hours'`;
  expect(await checkPayments(db)).toMatchObject({ ok: true });
  await ask();
  // Since the first checkout: what is younger was not missed.
  expect((await measurePaymentDelays(api)).unlistedSeconds).toBeLessThan(60);
  await db.$executeRaw`UPDATE checkout SET created_at = now() - interval '3 days', ask_at = NULL`;
  expect((await measurePaymentDelays(api)).unlistedSeconds).toBeGreaterThan(27 * 3_600 - 1);
  expect(await checkPayments(db)).toMatchObject({
    ok: false,
    detail: "the provider's payments were not listed for 27 h",
  });
  await endListing(api);
  expect(await checkPayments(db)).toMatchObject({ ok: true });
});

test("a payment in review, one that was refunded and one that gave nothing wait for the operator", async () => {
  await hear(await payAtProvider({ transaction_amount: 1 }));
  const refunded = await payAtProvider();
  await hear(refunded);
  await hear({ ...refunded, status: "refunded" });
  await hear(await payAtProvider());
  const counts = async () => Object.fromEntries((await countWaitingPayments(api)).map((one) => [one.state, one.count]));
  expect(await counts()).toEqual({ review: 1, refunded: 1, charged_back: 0, ungranted: 0 });
  await db.$executeRaw`UPDATE payment SET granted_at = NULL WHERE state = 'approved'`;
  expect(await counts()).toMatchObject({ ungranted: 1 });
  const check = await checkPayments(db);
  expect(check).toMatchObject({ ok: false, detail: "1 in refunded; 1 in review; 1 in ungranted" });
  expect(check.fix).toMatch(/payment list --state review/);
});

test("a checkout without a page, and what nobody asks about, are told after a while", async () => {
  await ask();
  await recordNotice(db, "7");
  await db.$executeRaw`UPDATE checkout SET link = NULL, created_at = now() - interval '700 seconds'`;
  await db.$executeRaw`UPDATE payment_notice SET due_at = now() - interval '400 seconds'`;
  const delays = await measurePaymentDelays(api);
  // The columns keep milliseconds, rounded.
  expect(delays.unansweredSeconds).toBeGreaterThan(699.9);
  expect(delays.lateSeconds).toBeGreaterThan(399.9);
  expect(await checkPayments(db)).toMatchObject({
    ok: false,
    detail: "the provider made no page for a checkout of 12 min ago; nobody asked about what has been due for 7 min",
  });
});

test("the doctor names the account, and never the token", async () => {
  const checks = await doctor();
  expect(checks["payment provider"]).toMatchObject({ ok: true, detail: `pays to the account ${collector}` });
  expect(JSON.stringify(checks)).not.toContain(site.token);
  const refused = await doctor({ MERCADOPAGO_ACCESS_TOKEN: "APP_USR-another" });
  expect(refused["payment provider"]).toMatchObject({ ok: false, detail: "the payment provider answered 401" });
  expect(JSON.stringify(refused)).not.toContain("APP_USR-another");
});

test("the doctor asks as the operator's own role, which is no superuser", async () => {
  const role = `operator_${randomUUID().slice(0, 8)}`;
  await db.$executeRawUnsafe(`CREATE ROLE ${role} LOGIN PASSWORD 'secret' IN ROLE ${ownerName(testRoles.prefix)}`);
  const opened = openDatabase(Object.assign(new URL(url), { username: role, password: "secret" }).href);
  try {
    const checks = await checkPaymentProvider(opened.db, {
      ...{ PAYMENTS: "mercadopago", MERCADOPAGO_ACCESS_TOKEN: site.token, MERCADOPAGO_URL: site.url },
    } as never);
    expect(checks).toMatchObject([{ name: "payment provider", ok: true }, {}, { ok: true }]);
  } finally {
    await opened.close();
    await db.$executeRawUnsafe(`DROP ROLE ${role}`);
  }
});

test("where the operator does not hold the token, or nothing is paid at the provider, nobody is asked", async () => {
  site.calls.length = 0;
  expect((await doctor({ MERCADOPAGO_ACCESS_TOKEN: undefined }))["payment provider"]).toMatchObject({ ok: true });
  expect(await doctor({ PAYMENTS: "manual" })).toEqual({});
  expect(site.calls).toEqual([]);
});

test("payments that came without any notification are told, with the address to register", async () => {
  expect((await doctor())["payment notifications"]).toMatchObject({
    ok: true,
    detail: "none came yet, and no payment",
  });
  await hear(await payAtProvider());
  expect((await doctor())["payment notifications"]).toMatchObject({
    ok: false,
    fix: expect.stringContaining("https://pay.example.com/payments/mercadopago"),
  });
  await recordNotice(db, "7");
  expect((await doctor())["payment notifications"]).toMatchObject({
    ok: true,
    detail: expect.stringContaining("0 min ago"),
  });
});

test("the provider's payments that gave nothing here are named, and those here that it does not know", async () => {
  const same = "payments at the provider";
  await hear(await payAtProvider());
  site.pay("somebody else's");
  site.pay(`tal-${"0".repeat(32)}`, { status: "rejected" });
  expect((await doctor())[same]).toMatchObject({ ok: true });
  const [unknown, unheard] = [site.pay(`tal-${"1".repeat(32)}`), await payAtProvider({ status: "pending" })];
  await hear(unheard);
  unheard.status = "approved";
  expect((await doctor())[same]).toMatchObject({
    ok: false,
    detail: `approved there and not counted here: ${unheard.id}, ${unknown.id}`,
  });
  for (const payment of [unheard, unknown]) await hear(payment);
  expect((await doctor())[same]).toMatchObject({ ok: true });
  const forged = await payAtProvider();
  await hear(forged);
  site.payments.splice(site.payments.indexOf(forged), 1);
  const [row] = await db.payment.findMany({ where: { providerId: String(forged.id) } });
  expect((await doctor())[same]).toMatchObject({
    ok: false,
    detail: `counted here and unknown there: ${row?.id} of demo`,
  });
});

test("a call is counted by how it ended", async () => {
  const limiter = openCallLimiter(api, { ...callPace, slotMs: 0 });
  const provider = openProvider({ url: site.url, token: site.token, timeoutMs: 300, limiter });
  const away = openProvider({ url: "http://127.0.0.1:1", token: site.token, timeoutMs: 300, limiter });
  const seen = async () =>
    Object.fromEntries((await paymentCalls.get()).values.map(({ labels, value }) => [labels.outcome, value]));
  const before = await seen();
  const count = async (outcome: string) => ((await seen())[outcome] ?? 0) - (before[outcome] ?? 0);
  await provider.findPayment("1");
  expect(await count("answered")).toBe(1);
  const faults: [Fault, string][] = [
    [401, "refused"],
    [500, "failed"],
    ["garbage", "failed"],
    ["lost", "away"],
    ["nothing", "away"],
    [429, "limited"],
  ];
  for (const [fault, outcome] of faults) {
    const was = await count(outcome);
    site.faults.push(fault);
    await expect(provider.findPayment("1")).rejects.toThrow("the payment provider");
    expect([fault, await count(outcome)]).toEqual([fault, was + 1]);
  }
  // It rests: nothing is asked, and so nothing is counted.
  await expect(provider.findPayment("1")).rejects.toThrow("asked for fewer calls");
  expect(await count("limited")).toBe(1);
  await db.$executeRaw`UPDATE payment_watch SET rests_until = now()`;
  await expect(away.findPayment("1")).rejects.toThrow("could not be asked");
  expect(await count("away")).toBe(3);
  await Promise.all([provider.close(), away.close()]);
});
