import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callPace, openCallLimiter } from "../../../api/payments/call-limiter.js";
import { openPayments, type Payments } from "../../../api/payments/payments.js";
import { openProvider } from "../../../api/payments/provider.js";
import { recordPlan } from "../../../shared/db/payments/plans.js";
import { createLog } from "../../../shared/logging/log.js";
import {
  type Fault,
  notificationOf,
  type PaymentProvider,
  startPaymentProvider,
} from "../../payment-provider/stand-in.js";
import { type AppClient, type OpenedApp, openApp } from "../../support/app/app-client.js";

const base = "/app/demo/production/plan";

interface Line {
  level: string;
  msg: string;
  payment?: number;
  earlier?: number[];
  reference?: string;
}

let site: PaymentProvider;
let app: OpenedApp;
let owner: AppClient;
let payments: Payments;
let lines: string[];
const close: (() => Promise<void>)[] = [];

beforeAll(async () => {
  site = await startPaymentProvider();
  const log = createLog("test", "trace", { write: (line) => void lines.push(line) });
  lines = [];
  const late: Payments = new Proxy({} as Payments, { get: (_, name) => Reflect.get(payments, name) });
  app = await openApp({ APP_URL: "http://127.0.0.1:3000" }, { payments: late, log });
  const limiter = openCallLimiter(app.system.deps.people, { ...callPace, slotMs: 0 });
  const provider = openProvider({ url: site.url, token: site.token, timeoutMs: 300, limiter });
  close.push(provider.close);
  payments = openPayments({
    ...{ ...app.system.deps, provider, log, appUrl: "http://127.0.0.1:3000", secret: site.secret },
    ...{ checkoutHost: site.host, maxAgeSeconds: undefined, namesNotifications: false },
  });
  await recordPlan(app.system.db, {
    ...{ code: "base", name: "Base", monthly: 500, price: "15000.10", months: 1, extra: null },
  });
  await app.system.db.$executeRaw`UPDATE subscription SET paid_plan_id = (SELECT id FROM plan WHERE code = 'base')`;
  owner = await app.signIn("owner");
});
beforeEach(async () => {
  for (const table of ["payment", "checkout", "payment_notice"])
    await app.system.db.$executeRawUnsafe(`DELETE FROM ${table}`);
  site.payments.length = 0;
  lines.length = 0;
});
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  await Promise.all(close.map((one) => one()));
  await site?.[Symbol.asyncDispose]();
});

async function checkout(): Promise<string> {
  await owner.post(`${base}/renewal`);
  return site.preferences.at(-1)?.external_reference ?? "";
}
/** What a sweep, a look at the page and the list of the day log of payments. All are told of each payment. */
async function hearAll(): Promise<Line[]> {
  const { db } = app.system;
  await db.$executeRaw`UPDATE checkout SET ask_at = now() - interval '1 second'`;
  await db.$executeRaw`UPDATE payment_watch SET list_at = now() - interval '1 second', rests_until = now()`;
  await payments.sweep();
  await owner.get(base);
  await payments.list();
  return lines.map((line) => JSON.parse(line) as Line).filter(({ payment }) => payment !== undefined);
}
const idOf = async (providerId: number): Promise<number> =>
  Number((await app.system.db.payment.findFirstOrThrow({ where: { providerId: String(providerId) } })).id);

test("a checkout that is paid twice logs one line for each payment: the second is a warning, and names the first", async () => {
  const reference = await checkout();
  const first = site.pay(reference);
  const told = await hearAll();
  expect(told).toMatchObject([{ level: "info", msg: "a payment was approved", reference }]);
  lines.length = 0;
  const second = site.pay(reference);
  expect(await hearAll()).toMatchObject([
    {
      ...{ level: "warn", payment: await idOf(second.id), earlier: [await idOf(first.id)], reference },
      msg: "a payment was approved of a checkout that was paid before: each gave its own",
    },
  ]);
  lines.length = 0;
  expect(await hearAll()).toEqual([]);
});

test("a payment in review logs one warning, however often it is told", async () => {
  const reference = await checkout();
  const payment = site.pay(reference, { transaction_amount: 1 });
  expect(await hearAll()).toMatchObject([
    { level: "warn", payment: await idOf(payment.id), reference, msg: "a payment waits for the operator" },
  ]);
  lines.length = 0;
  expect(await hearAll()).toEqual([]);
});

test("a payment that is approved and gives nothing logs one warning", async () => {
  const reference = await checkout();
  site.pay(reference);
  const { db } = app.system;
  const [kept] = await db.$queryRaw<{ subscription: object }[]>`
    DELETE FROM subscription s USING company c WHERE c.id = s.company_id AND c.code = 'demo' RETURNING to_jsonb(s) AS subscription`;
  await db.$executeRaw`UPDATE checkout SET ask_at = now() - interval '1 second'`;
  for (const _ of [1, 2]) await payments.sweep();
  await db.$executeRaw`INSERT INTO subscription SELECT * FROM jsonb_populate_record(NULL::subscription, ${JSON.stringify(kept?.subscription)}::jsonb)`;
  const told = () => lines.map((line) => JSON.parse(line) as Line).filter(({ payment }) => payment !== undefined);
  expect(told()).toMatchObject([{ level: "warn", msg: expect.stringContaining("gave nothing") }]);
  lines.length = 0;
  expect(await hearAll()).toMatchObject([{ level: "info", msg: "a payment was approved" }]);
});

test("no line has the token, the secret, a signature or the payer's e-mail, whatever the provider answers", async () => {
  const reference = await checkout();
  const faults: Fault[] = [401, 429, 500, "lost", "nothing", "garbage"];
  const signatures: string[] = [];
  for (const fault of faults) {
    const payment = site.pay(reference, { transaction_amount: 1 });
    site.faults.push(fault);
    for (const kind of ["signed", "unsigned", "other secret", "older"] as const) {
      const { path, ...init } = notificationOf(payment.id, site.secret, kind);
      signatures.push(...Object.values(init.headers).flatMap((value) => /v1=(.+)/.exec(value ?? "")?.[1] ?? []));
      await app.system.app.request(path, init);
    }
    await app.system.db
      .$executeRaw`DELETE FROM checkout WHERE NOT EXISTS (SELECT FROM payment WHERE checkout_id = checkout.id)`;
    site.faults.push(fault);
    await owner.post(`${base}/renewal`);
    site.faults.length = 0;
    await hearAll().catch(() => undefined);
  }
  expect(lines.join("")).toContain("the provider made no page to pay on");
  // The line of a request names who was signed in, as of every page.
  const told = lines.filter((line) => !line.includes('"msg":"request"')).join("");
  const [payer = ""] = site.payments.map(({ payer: { email } }) => email);
  const isIn = (text: string, secret: string) => [secret, text.includes(secret)];
  for (const email of [payer, owner.email]) expect(isIn(told, email)).toEqual([email, false]);
  for (const secret of [payer, site.token, site.secret, ...signatures])
    expect(isIn(lines.join(""), secret)).toEqual([secret, false]);
});
