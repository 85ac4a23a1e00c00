import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openPools } from "../../../api/databases/pools.js";
import { callPace, openCallLimiter } from "../../../api/payments/call-limiter.js";
import { openPayments, type Payments } from "../../../api/payments/payments.js";
import { openProvider, type Provider } from "../../../api/payments/provider.js";
import { recordPlan } from "../../../shared/db/payments/plans.js";
import { addDays, argentineDay } from "../../../shared/domain/calendar.js";
import { renew } from "../../../shared/domain/payments/renewal.js";
import { createLog } from "../../../shared/logging/log.js";
import {
  type Fault,
  type NotificationKind,
  notificationOf,
  type PaymentProvider,
  type StandInPayment,
  startPaymentProvider,
} from "../../payment-provider/stand-in.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { type AppClient, type OpenedApp, openApp } from "../../support/app/app-client.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { asProcess } from "../../support/servers/process-roles.js";

const base = "/app/demo/production/plan";
const today = argentineDay(Date.now());
const lapsedOn = addDays(today, -3);
const renewed = renew({ until: lapsedOn, dayOfMonth: null }, 1, today).until;

let site: PaymentProvider;
let app: OpenedApp;
let owner: AppClient;
let payments: Payments;
let provider: Provider;
const close: (() => Promise<void>)[] = [];

/** The payments of one more process of pages. */
function open(databaseUrl: string): { payments: Payments; provider: Provider } {
  const { close: closePools, ...pools } = openPools(asProcess(databaseUrl, "api"), 4);
  const limiter = openCallLimiter(pools.people, { ...callPace, slotMs: 0 });
  const made = openProvider({ url: site.url, token: site.token, timeoutMs: 500, limiter });
  close.push(closePools, made.close);
  const settings = {
    appUrl: "http://127.0.0.1:3000",
    secret: site.secret,
    checkoutHost: site.host,
    maxAgeSeconds: undefined,
  };
  const log = createLog("test", "silent");
  return {
    provider: made,
    payments: openPayments({ ...pools, ...settings, provider: made, log, namesNotifications: false }),
  };
}

beforeAll(async () => {
  site = await startPaymentProvider();
  // What the application asks is set once its database is there.
  const late: Payments = new Proxy({} as Payments, { get: (_, name) => Reflect.get(payments, name) });
  app = await openApp({ APP_URL: "http://127.0.0.1:3000" }, { payments: late });
  ({ payments, provider } = open(app.system.deps.config.DATABASE_URL));
  await recordPlan(app.system.db, {
    ...{ code: "base", name: "Base", monthly: 500, price: "15000.10", months: 1 },
    extra: { vouchers: 50, price: "900.00" },
  });
  owner = await app.signIn("owner");
});
beforeEach(async () => {
  Object.assign(site, { faults: [] });
  for (const list of [site.calls, site.payments, site.preferences]) list.length = 0;
  // At once: what the test before still has under way may record a payment between two statements.
  await app.system.db.$executeRaw`TRUNCATE payment, checkout, payment_notice`;
  await app.system.db.$executeRaw`
    UPDATE subscription SET until = ${lapsedOn}::date, day_of_month = NULL, plan_id = p.id, paid_plan_id = p.id FROM plan p
    WHERE p.code = 'base' AND company_id = (SELECT id FROM company WHERE code = 'demo')`;
});
afterEach(() => app.system.forgetCounts());
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  await Promise.all(close.map((one) => one()));
  await site?.[Symbol.asyncDispose]();
});

const untilOf = async (): Promise<string> => {
  const [row] = await app.system.db.$queryRaw<{ until: string }[]>`
    SELECT until::text FROM subscription s JOIN company c ON c.id = s.company_id WHERE c.code = 'demo'`;
  return row?.until ?? "";
};
const countRows = async (): Promise<number> => app.system.db.payment.count();
const makeDue = () => app.system.db.$executeRaw`UPDATE checkout SET ask_at = now() - interval '1 second'`;
const notify = async (payment: StandInPayment, kind?: NotificationKind) => {
  const { path, ...init } = notificationOf(payment.id, site.secret, kind);
  return (await app.system.app.request(path, init)).status;
};
/** Clicks *Renovar*, and gives the reference that the provider got. */
async function checkout(kind = "renewal"): Promise<string> {
  const sent = await owner.post(`${base}/${kind}`);
  expect([sent.status, sent.location]).toEqual([303, `${base}/${kind}`]);
  return site.preferences.at(-1)?.external_reference ?? "";
}

test("from the lapse to an issued voucher: banner, plan, checkout, return", async () => {
  const key = app.system.keys.keys.production;
  const refused = await app.system.post(invoiceB(), { key });
  expect(refused.status).toBe(402);
  expect(refused.headers.get("link")).toBe(`<http://127.0.0.1:3000${base}>; rel="payment"`);
  expect((await owner.get("/app/demo/production/webhooks")).text).toContain(`href="${base}"`);
  const plan = await owner.get(base);
  expect(plan.text).toContain("No se puede emitir");
  expect(plan.text).toContain("15.000,10");
  // Who is led here to renew finds it on the first screen of a phone.
  expect(plan.text.indexOf(`action="${base}/renewal"`)).toBeLessThan(plan.text.indexOf("Comprobantes por mes"));
  const reference = await checkout();
  expect(site.preferences[0]?.body).toContain('"unit_price":15000.10');
  const page = await owner.get(`${base}/renewal`);
  expect(page.status).toBe(200);
  expect(page.text).toMatch(new RegExp(`<a href="${site.url}/checkout[^"]*" class="button primary" rel="noreferrer">`));
  site.pay(reference);
  // What the browser brings proves nothing, and makes us ask.
  const back = await owner.get(`${base}?status=rejected&external_reference=${reference}`);
  expect(back.text).toContain("Aprobado");
  expect(back.text).not.toContain("No se puede emitir");
  expect(await untilOf()).toBe(renewed);
  expect((await app.system.post(invoiceB(), { key })).status).toBe(201);
  const { body } = await app.system.get("/subscription");
  expect(body.result).toMatchObject({
    ...{ active: true, until: renewed, plan: { code: "base", price: "15000.10", months: 1, monthly: 500 } },
    payments: [{ kind: "renewal", amount: "15000.10", state: "approved", reference, voucher: null }],
  });
  expect((await app.system.get("/subscription/payments?limit=1")).body).toMatchObject({ total: 1 });
});

test.each(["issuer", "reader"] as const)("an %s sees the plan and may not pay", async (role) => {
  const person = await app.signIn(role);
  const page = await person.get(base);
  expect([page.status, page.text]).toEqual([200, expect.stringContaining("15.000,10")]);
  expect(page.text).not.toContain("/plan/renewal");
  expect((await person.post(`${base}/renewal`)).status).toBe(403);
  expect((await person.get(`${base}/renewal`)).status).toBe(403);
  expect(site.preferences).toEqual([]);
});

test("a return that claims to be paid changes nothing", async () => {
  const reference = await checkout();
  await owner.get(`${base}?status=approved&payment_id=1&external_reference=${reference}`);
  expect(await untilOf()).toBe(lapsedOn);
});

test("a second click gives the same checkout, from the other environment too", async () => {
  const reference = await checkout();
  await owner.post(`${base}/renewal`);
  await owner.post("/app/demo/homologation/plan/renewal");
  expect(site.preferences).toHaveLength(1);
  expect((await owner.get(`${base}/renewal`)).text).toContain(reference);
});

test.each<Fault>([401, 429, 500, "lost", "nothing", "garbage"])(
  "a checkout whose answer is %s can be paid after the next load",
  async (fault) => {
    const fresh = open(app.system.deps.config.DATABASE_URL);
    payments = fresh.payments;
    site.faults.push(fault);
    await owner.post(`${base}/renewal`);
    const [{ reference } = { reference: "" }] = await app.system.db.checkout.findMany();
    // After a 429 nobody asks for a minute.
    await app.system.db.$executeRaw`UPDATE payment_watch SET rests_until = now()`;
    const page = await owner.get(`${base}/renewal`);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("Ir a pagar")]);
    expect(new Set(site.preferences.map((one) => one.external_reference))).toEqual(new Set([reference]));
    site.pay(reference);
    await makeDue();
    await payments.sweep();
    expect(await untilOf()).toBe(renewed);
  },
);

test.each([
  ["another amount", { transaction_amount: 15_000.09 }],
  ["another currency", { currency_id: "USD" }],
  ["another account", { collector_id: 1 }],
])("approved, but %s: it waits for the operator", async (_what, wrong) => {
  const reference = await checkout();
  await notify(site.pay(reference, wrong));
  await payments.sweep();
  expect(await untilOf()).toBe(lapsedOn);
  expect((await owner.get(base)).text).toContain("En revisión");
});

test("a notification renews within two seconds; repeated, and told to two processes at once, it renews once", async () => {
  const reference = await checkout();
  const payment = site.pay(reference);
  expect(await notify(payment)).toBe(200);
  await waitFor(async () => (await untilOf()) === renewed, {
    message: "the subscription to be renewed",
    timeoutMs: 2_000,
  });
  const other = open(app.system.deps.config.DATABASE_URL).payments;
  expect(await Promise.all([1, 2, 3].map(() => notify(payment)))).toEqual([200, 200, 200]);
  await makeDue();
  await Promise.all([payments.sweep(), other.sweep(), payments.sweep(), other.sweep()]);
  expect([await untilOf(), await countRows()]).toEqual([renewed, 1]);
});

test.each<[NotificationKind, number]>([
  ["unsigned", 401],
  ["other secret", 401],
  ["older", 200],
  ["merchant_order", 200],
])("a notification that is %s is answered %i and changes nothing", async (kind, status) => {
  const reference = await checkout();
  const payment = site.pay(reference);
  site.calls.length = 0;
  expect(await notify(payment, kind)).toBe(status);
  expect(await app.system.db.paymentNotice.count()).toBe(0);
  expect(site.calls).toEqual([]);
});

test("a signed notification of another payment of the account is read once", async () => {
  const strange = site.pay("somebody else's");
  for (const _ of [1, 2]) {
    expect(await notify(strange)).toBe(200);
    await waitFor(async () => (await app.system.db.paymentNotice.count({ where: { dueAt: { not: null } } })) === 0, {
      message: "the notice to be read",
    });
  }
  expect(site.calls.filter((call) => call === `GET /v1/payments/${strange.id}`)).toHaveLength(1);
  expect(await countRows()).toBe(0);
});

test("an address that forges notifications is held back, and the provider's are not", async () => {
  const payment = site.pay("x");
  const statuses = [];
  for (let each = 0; each < 62; each += 1) statuses.push(await notify(payment, "other secret"));
  expect(statuses.slice(0, 60).every((status) => status === 401)).toBe(true);
  expect(statuses.slice(60)).toEqual([429, 429]);
  expect(await notify(payment)).toBe(200);
});

test("a notification that cannot be recorded is answered 503", async () => {
  const kept = payments;
  payments = { ...kept, noteNotification: () => Promise.reject(new Error("the database is away")) };
  try {
    expect(await notify(site.pay("x"))).toBe(503);
  } finally {
    payments = kept;
  }
});

test("the sweep finds what no notification told, also what is approved days later", async () => {
  const reference = await checkout();
  const payment = site.pay(reference, { status: "pending" });
  await makeDue();
  await payments.sweep();
  expect((await owner.get(base)).text).toContain("En espera");
  await app.system.db
    .$executeRaw`UPDATE checkout SET created_at = created_at - interval '4 days', ends_at = ends_at - interval '4 days', ask_at = now()`;
  payment.status = "approved";
  await payments.sweep();
  expect(await untilOf()).toBe(renewed);
});

test("the list of 30 days finds a payment whose notification and checkout are lost", async () => {
  const reference = await checkout();
  site.pay(reference);
  await app.system.db.$executeRaw`UPDATE checkout SET ask_at = NULL, closed_at = now()`;
  site.pay(`tal-${"0".repeat(32)}`);
  await app.system.db.$executeRaw`UPDATE payment_watch SET list_at = now() - interval '1 second'`;
  await payments.list();
  expect(await untilOf()).toBe(renewed);
  expect(await app.system.db.payment.findMany({ where: { state: "review" } })).toMatchObject([
    { companyId: null, why: "reference" },
  ]);
  site.calls.length = 0;
  await payments.list();
  expect(site.calls).toEqual([]);
});

test("a sweep that dies between claim and answer leaves the payment for the next", async () => {
  const reference = await checkout();
  const payment = site.pay(reference);
  const { path, ...init } = notificationOf(payment.id, site.secret);
  site.faults.push("lost", "lost");
  await app.system.app.request(path, init);
  await waitFor(async () => site.faults.length < 2, { message: "the provider to be asked" });
  site.faults.length = 0;
  expect(await untilOf()).toBe(lapsedOn);
  await app.system.db
    .$executeRaw`UPDATE payment_notice SET due_at = now() - interval '1 second' WHERE due_at IS NOT NULL`;
  await payments.sweep();
  expect(await untilOf()).toBe(renewed);
});

test("extras are sold while the subscription is active alone", async () => {
  const refused = await owner.post(`${base}/extra`);
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("no se venden")]);
  await app.system.db.$executeRaw`UPDATE subscription SET until = ${addDays(today, 5)}::date`;
  const reference = await checkout("extra");
  const before = (await app.system.get("/quota")).body.result.granted;
  await notify(site.pay(reference));
  await waitFor(async () => (await app.system.get("/quota")).body.result.granted === before + 50, {
    message: "the extras",
  });
});

test("a link that does not lead to the provider is not shown", async () => {
  const reference = await checkout();
  await app.system.db
    .$executeRaw`UPDATE checkout SET link = 'https://mercadopago.com.ar.evil.example/pay' WHERE reference = ${reference}`;
  const page = await owner.get(`${base}/renewal`);
  expect(page.text).not.toContain("evil");
  expect(page.text).not.toContain("Ir a pagar");
});

test("the token and the secret are on no page", async () => {
  await checkout();
  for (const path of [base, `${base}/renewal`])
    for (const secret of [site.token, site.secret]) expect((await owner.get(path)).text).not.toContain(secret);
  await expect(provider.findPayment("1")).resolves.toBeUndefined();
  site.faults.push(500);
  await expect(provider.findPayment("1")).rejects.toThrow(/^the payment provider answered 500$/);
});
