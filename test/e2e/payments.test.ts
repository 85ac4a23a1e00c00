import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addDays, argentineDay } from "../../shared/domain/calendar.js";
import { billKeyOf } from "../../shared/domain/payments/bill-of-payment.js";
import { renew } from "../../shared/domain/payments/renewal.js";
import { notificationOf, type PaymentProvider, startPaymentProvider } from "../payment-provider/stand-in.js";
import { waitFor } from "../sandbox/wait-for.js";
import { signedIn } from "../support/app/signed-in.js";
import { type ProcessName, type System, startSystem } from "../support/processes/system.js";

const today = argentineDay(Date.now());
const lapsedOn = addDays(today, -3);
const renewed = renew({ until: lapsedOn, dayOfMonth: null }, 1, today).until;
const pages: ProcessName[] = ["api", "api-2"];

let site: PaymentProvider;
let system: System;
let cookie: string;
/** Whether the first process runs without a failpoint. */
let isSound = true;
beforeAll(async () => {
  site = await startPaymentProvider();
  system = await startSystem({
    processes: ["api", "issuer"],
    spares: ["api-2"],
    env: {
      ...{ APP_URL: "http://127.0.0.1:3000", PAYMENTS: "mercadopago" },
      ...{ MERCADOPAGO_URL: site.url, MERCADOPAGO_CHECKOUT_HOST: site.host },
      ...{ MERCADOPAGO_ACCESS_TOKEN: site.token, MERCADOPAGO_WEBHOOK_SECRET: site.secret },
      ...{ BILLING_COMPANY: "mono", BILLING_POS: "1", BILLING_ENV: "homologation" },
    },
  });
  await system.sql(`
    INSERT INTO plan (name, code, title, monthly_vouchers, price, months) VALUES ('plan base', 'base', 'Base', 100000, 15000.10, 1)`);
  const { options } = await signedIn(system, "owner");
  const [kept] = (options.storageState as { cookies: { name: string; value: string }[] }).cookies;
  cookie = `${kept?.name}=${kept?.value}`;
});
beforeEach(async () => {
  if (!isSound) await restart();
  site.faults.length = 0;
  await system.sql("DELETE FROM payment_notice");
  await system.sql("DELETE FROM payment");
  await system.sql("DELETE FROM checkout");
  await system.sql(
    `UPDATE subscription SET until = $1, day_of_month = NULL, paid_plan_id = p.id FROM plan p
     WHERE p.code = 'base' AND company_id = (SELECT id FROM company WHERE code = 'demo')`,
    [lapsedOn],
  );
});
afterAll(async () => {
  await system?.[Symbol.asyncDispose]();
  await site?.[Symbol.asyncDispose]();
});

/** Opens a page of the plan; undefined where the process died over it. */
async function open(path: string, form?: Record<string, string>, name: ProcessName = "api") {
  const init = form && { method: "POST", body: new URLSearchParams(form) };
  const answer = await fetch(`${system.originOf(name)}/app/demo/production/plan${path}`, {
    ...{ headers: { cookie }, redirect: "manual", ...init },
  }).catch(() => undefined);
  return answer && { status: answer.status, text: await answer.text() };
}
/** Clicks *Renovar*: undefined where the process died over it. */
async function click(name: ProcessName = "api") {
  const csrf = /name="csrf" value="([^"]+)"/.exec((await open("", undefined, name))?.text ?? "")?.[1] ?? "";
  return open("/renewal", { csrf }, name);
}
const notify = (id: number, name: ProcessName = "api") => {
  const { path, ...init } = notificationOf(id, site.secret);
  return fetch(`${system.originOf(name)}${path}`, init).then(
    ({ status }) => status,
    () => undefined,
  );
};
const restart = async (env: Record<string, string> = {}, name: ProcessName = "api") => {
  await system.kill(name);
  if (name === "api") isSound = env.FAILPOINT === undefined;
  await system.start(name, env);
};
const untilOf = async () =>
  (
    await system.sql<{ until: string }>(
      "SELECT until::text FROM subscription s JOIN company c ON c.id = s.company_id WHERE c.code = 'demo'",
    )
  )[0]?.until;
const renewedOnce = async () => {
  await waitFor(async () => (await untilOf()) !== lapsedOn, { message: "the renewal", timeoutMs: 60_000 });
  const rows = await system.sql<{ state: string }>("SELECT state FROM payment WHERE granted_at IS NOT NULL");
  expect([await untilOf(), rows]).toEqual([renewed, [{ state: "approved" }]]);
};
const makeDue = () =>
  system.sql(`
    WITH n AS (UPDATE payment_notice SET due_at = now() WHERE due_at IS NOT NULL),
      b AS (UPDATE payment SET bill_at = now() WHERE bill_state = 'waiting')
    UPDATE checkout SET ask_at = now() WHERE ask_at IS NOT NULL`);

test.each(["after_checkout", "after_preference"])(
  "a process that dies at %s leaves one checkout, which is paid",
  async (point) => {
    await restart({ FAILPOINT: `${point}:kill` });
    await click();
    await system.exited("api");
    await restart();
    const page = await open("/renewal");
    expect([page?.status, page?.text]).toEqual([200, expect.stringContaining("Ir a pagar")]);
    const rows = await system.sql<{ reference: string }>("SELECT reference FROM checkout");
    expect(rows).toHaveLength(1);
    const payment = site.pay(rows[0]?.reference ?? "");
    expect(payment.transaction_amount).toBe(15_000.1);
    await notify(payment.id);
    await renewedOnce();
  },
);

test.each(["after_notice", "before_payment", "after_payment"])(
  "a process that dies at %s leaves a payment that is one period",
  async (point) => {
    await restart({ FAILPOINT: `${point}:kill` });
    // Nothing is paid yet: what is clicked passes none of these points.
    await click();
    const [{ reference } = { reference: "" }] = await system.sql<{ reference: string }>(
      "SELECT reference FROM checkout",
    );
    const payment = site.pay(reference);
    await notify(payment.id);
    await system.exited("api");
    await restart();
    await makeDue();
    await renewedOnce();
    await notify(payment.id);
    await makeDue();
    await waitFor(async () => (await system.sql("SELECT FROM payment_notice WHERE due_at IS NOT NULL")).length === 0, {
      message: "the notices to be read",
    });
    await renewedOnce();
  },
);

test("two processes of pages, clicked and told at once, make one checkout, one period and one voucher", async () => {
  await system.start("api-2");
  await Promise.all([...pages, ...pages].map((name) => click(name)));
  const rows = await system.sql<{ reference: string }>("SELECT reference FROM checkout");
  expect(rows).toHaveLength(1);
  const payment = site.pay(rows[0]?.reference ?? "");
  expect(await Promise.all([...pages, ...pages].map((name) => notify(payment.id, name)))).toEqual([200, 200, 200, 200]);
  await renewedOnce();
  const [row] = await waitFor(
    async () => {
      const found = await system.sql<{ id: number; voucher_id: number }>(
        "SELECT id, voucher_id FROM payment WHERE voucher_id IS NOT NULL",
      );
      return found.length > 0 && found;
    },
    { message: "the voucher", timeoutMs: 60_000 },
  );
  const vouchers = await system.sql("SELECT id, source FROM voucher WHERE idempotency = $1", [billKeyOf(row?.id ?? 0)]);
  expect(vouchers).toEqual([{ id: row?.voucher_id, source: "app" }]);
  await system.kill("api-2");
});

test("a process that dies between the voucher and its note leaves one voucher, which is tied", async () => {
  await restart({ FAILPOINT: "after_bill:kill" });
  await click();
  const [{ reference } = { reference: "" }] = await system.sql<{ reference: string }>("SELECT reference FROM checkout");
  await notify(site.pay(reference).id);
  await system.exited("api");
  const [{ id } = { id: 0 }] = await system.sql<{ id: number }>("SELECT id FROM payment");
  const vouchers = () => system.sql<{ id: number }>("SELECT id FROM voucher WHERE idempotency = $1", [billKeyOf(id)]);
  expect(await vouchers()).toHaveLength(1);
  expect(await system.sql("SELECT voucher_id FROM payment")).toEqual([{ voucher_id: null }]);
  await restart();
  await makeDue();
  await waitFor(async () => (await system.sql("SELECT FROM payment WHERE voucher_id IS NOT NULL")).length === 1, {
    message: "the voucher to be tied",
    timeoutMs: 60_000,
  });
  expect(await vouchers()).toHaveLength(1);
});
