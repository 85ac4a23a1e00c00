import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openPools } from "../../../api/databases/pools.js";
import { callPace, openCallLimiter } from "../../../api/payments/call-limiter.js";
import { openPayments, type Payments } from "../../../api/payments/payments.js";
import { openProvider } from "../../../api/payments/provider.js";
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
import { type AppClient, type OpenedApp, openApp } from "../../support/app/app-client.js";
import { findGrantViolations } from "../../support/payments/grant-violations.js";
import { propertyRuns } from "../../support/samples/property-runs.js";
import { asProcess } from "../../support/servers/process-roles.js";

/**
 * Everything that goes wrong between the provider and us, against the one rule: never two periods for one payment, never a payment without its
 * period. "In the end" is what holds once the provider answers again and a sweep has run.
 */

const base = "/app/demo/production/plan";
const today = argentineDay(Date.now());
const lapsedOn = addDays(today, -3);

let site: PaymentProvider;
let app: OpenedApp;
let owner: AppClient;
let payments: Payments;
const close: (() => Promise<void>)[] = [];

/** The connections of two processes of pages. */
let connections: Omit<ReturnType<typeof openPools>, "close" | "connections">[];
let opened = 0;

/** The payments of a process of pages that has just begun. No call waits for a slot; after a 429 all rest until `makeDue`. */
function open(): Payments {
  const pools = connections[opened++ % connections.length] as (typeof connections)[number];
  const limiter = openCallLimiter(pools.people, { ...callPace, slotMs: 0 });
  const provider = openProvider({ url: site.url, token: site.token, timeoutMs: 300, limiter });
  close.push(provider.close);
  return openPayments({
    ...{ ...pools, provider, log: createLog("test", "silent"), appUrl: "http://127.0.0.1:3000" },
    ...{ secret: site.secret, checkoutHost: site.host, maxAgeSeconds: undefined, namesNotifications: false },
  });
}

beforeAll(async () => {
  site = await startPaymentProvider();
  const late: Payments = new Proxy({} as Payments, {
    get: (_, name) => (name === "sweep" ? sweepBeside : Reflect.get(payments, name)),
  });
  app = await openApp({ APP_URL: "http://127.0.0.1:3000" }, { payments: late });
  connections = [1, 2].map(() => {
    const {
      close: closePools,
      connections: _,
      ...pools
    } = openPools(asProcess(app.system.deps.config.DATABASE_URL, "api"), 4);
    close.push(closePools);
    return pools;
  });
  await recordPlan(app.system.db, {
    ...{ code: "base", name: "Base", monthly: 500, price: "15000.10", months: 1, extra: null },
  });
  owner = await app.signIn("owner");
});
beforeEach(reset);
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  await Promise.all(close.map((one) => one()));
  await site?.[Symbol.asyncDispose]();
});

/** Sweeps that a notification began: nobody waits for them. */
const beside = new Set<Promise<void>>();
function sweepBeside(): Promise<void> {
  const begun = payments.sweep();
  beside.add(begun);
  return begun;
}
const besideEnded = () => Promise.allSettled(beside);

async function reset(): Promise<void> {
  const { db, forgetCounts } = app.system;
  payments = open();
  await besideEnded();
  for (const list of [site.calls, site.payments, site.preferences, site.faults]) list.length = 0;
  await forgetCounts();
  // At once: what the test before still has under way may record a payment between two statements.
  await db.$executeRaw`TRUNCATE payment, checkout, payment_notice`;
  await db.$executeRaw`UPDATE payment_watch SET rests_until = now()`;
  await db.$executeRaw`
    UPDATE subscription SET until = ${lapsedOn}::date, day_of_month = NULL, plan_id = p.id, paid_plan_id = p.id FROM plan p
    WHERE p.code = 'base' AND company_id = (SELECT id FROM company WHERE code = 'demo')`;
}

/** Clicks *Renovar*, and gives what the provider was asked for. */
async function checkout(): Promise<string> {
  await owner.post(`${base}/renewal`);
  const [{ reference } = { reference: "" }] = await app.system.db.$queryRaw<{ reference: string }[]>`
    SELECT reference FROM checkout ORDER BY id DESC LIMIT 1`;
  return reference;
}
async function notify(payment: Pick<StandInPayment, "id">, kind?: NotificationKind): Promise<number> {
  const { path, ...init } = notificationOf(payment.id, site.secret, kind);
  return (await app.system.app.request(path, init)).status;
}
/** Lets all that waits for its time be due. */
async function makeDue(): Promise<void> {
  const { db } = app.system;
  await db.$executeRaw`UPDATE checkout SET ask_at = now() - interval '1 second' WHERE ask_at IS NOT NULL`;
  await db.$executeRaw`UPDATE payment_notice SET due_at = now() - interval '1 second' WHERE due_at IS NOT NULL`;
  await db.$executeRaw`UPDATE payment_watch SET list_at = now() - interval '1 second', rests_until = now()`;
}
/** Does what the next day has seen at the latest: two processes that sweep at once, and one that lists the account. */
async function inTheEnd(): Promise<void> {
  await besideEnded();
  site.faults.length = 0;
  const [one, other] = [open(), open()];
  await makeDue();
  await Promise.all([one.sweep(), other.sweep()]);
  await one.list();
  expect(await findGrantViolations(app.system.db)).toEqual([]);
}
const untilOf = async (): Promise<string> =>
  (
    await app.system.db.$queryRaw<{ until: string }[]>`
    SELECT until::text FROM subscription s JOIN company c ON c.id = s.company_id WHERE c.code = 'demo'`
  )[0]?.until ?? "";
/** The last paid day after so many renewals of today. */
function after(periods: number): string {
  let paid = { until: lapsedOn, dayOfMonth: null as number | null };
  for (let each = 0; each < periods; each += 1) paid = renew(paid, 1, today);
  return paid.until;
}
const statesOf = async (): Promise<string[]> =>
  (await app.system.db.payment.findMany({ orderBy: { id: "asc" } })).map(({ state }) => state);
/** Periods that were given: each of one payment. */
const countPeriods = () => app.system.db.payment.count({ where: { grantedAt: { not: null } } });

const notifications: Record<string, NotificationKind[]> = {
  lost: [],
  once: ["signed"],
  repeated: ["signed", "signed", "signed"],
  "of the older kind": ["older"],
  "with a bad signature": ["other secret"],
  "unsigned, then signed": ["unsigned", "signed"],
};
const answers: (Fault | "well")[] = ["well", 401, 429, 500, "lost", "nothing", "garbage"];
const table = Object.keys(notifications).flatMap((sent) => answers.map((answer) => [sent, answer] as const));

describe.each(table)("notifications %s, and the provider answers %s", (sent, answer) => {
  test("a payment is one period", async () => {
    const reference = await checkout();
    const payment = site.pay(reference);
    if (answer !== "well") site.faults.push(answer, answer);
    for (const kind of notifications[sent] ?? []) await notify(payment, kind);
    await payments.sweep();
    expect([lapsedOn, after(1)]).toContain(await untilOf());
    await inTheEnd();
    expect([await untilOf(), await statesOf()]).toEqual([after(1), ["approved"]]);
    // What comes afterwards changes nothing.
    for (const kind of notifications[sent] ?? []) await notify(payment, kind);
    await inTheEnd();
    expect([await untilOf(), await countPeriods()]).toEqual([after(1), 1]);
  });
});

const doubts: [string, Partial<StandInPayment>, string, number][] = [
  ["a cent less", { transaction_amount: 15_000.09 }, "review", 0],
  ["a cent more", { transaction_amount: 15_000.11 }, "approved", 1],
  ["another currency", { currency_id: "USD" }, "review", 0],
  ["another collector", { collector_id: 1 }, "review", 0],
  ["no collector", { collector_id: null as never }, "review", 0],
  ["a reference of our form and no checkout", { external_reference: `tal-${"a".repeat(32)}` }, "review", 0],
];
describe.each(doubts)("approved, of %s", (_what, changes, state, periods) => {
  test.each(Object.keys(notifications))("notifications %s", async (sent) => {
    const reference = await checkout();
    const payment = site.pay(reference, { transaction_amount: 15_000.1, ...changes });
    for (const kind of notifications[sent] ?? []) await notify(payment, kind);
    await payments.sweep();
    await inTheEnd();
    expect([await statesOf(), await countPeriods(), await untilOf()]).toEqual([[state], periods, after(periods)]);
  });
});

test("a payment of somebody else's reference is nobody's, however it is told", async () => {
  await checkout();
  const payment = site.pay("order 77", { transaction_amount: 15_000.1 });
  for (const _ of [1, 2]) await notify(payment);
  await inTheEnd();
  expect([await statesOf(), await untilOf()]).toEqual([[], lapsedOn]);
});

test("two payments of one checkout are two periods, in whatever order they are told, and each is one", async () => {
  const reference = await checkout();
  const [first, second] = [site.pay(reference), site.pay(reference)];
  for (const payment of [second, first, second, first]) await notify(payment);
  await inTheEnd();
  expect([await untilOf(), await countPeriods()]).toEqual([after(2), 2]);
});

test("a rejected payment gives nothing, and the one that follows gives its period", async () => {
  const reference = await checkout();
  await notify(site.pay(reference, { status: "rejected" }));
  await inTheEnd();
  expect([await statesOf(), await untilOf()]).toEqual([["rejected"], lapsedOn]);
  site.pay(reference);
  await inTheEnd();
  expect([await statesOf(), await untilOf()]).toEqual([["rejected", "approved"], after(1)]);
});

test.each(["pending", "in_process", "in_mediation", "rejected"])(
  "what was approved stays so where an older %s is read afterwards",
  async (status) => {
    const reference = await checkout();
    const payment = site.pay(reference);
    await notify(payment);
    await inTheEnd();
    payment.status = status;
    await notify(payment);
    await inTheEnd();
    expect([await statesOf(), await untilOf()]).toEqual([["approved"], after(1)]);
  },
);

test.each(["refunded", "charged_back"])(
  "%s takes nothing away, and approved again gives nothing more",
  async (status) => {
    const reference = await checkout();
    const payment = site.pay(reference);
    await inTheEnd();
    for (const each of [status, "approved", status]) {
      payment.status = each;
      await notify(payment);
      await inTheEnd();
    }
    expect([await statesOf(), await untilOf(), await countPeriods()]).toEqual([[status], after(1), 1]);
  },
);

test.each([
  ["told", true],
  ["not told", false],
])("approved days later, %s: it counts after its checkout has ended", async (_how, isTold) => {
  const reference = await checkout();
  const payment = site.pay(reference, { status: "pending" });
  await inTheEnd();
  await app.system.db.$executeRaw`
    UPDATE checkout SET created_at = created_at - interval '9 days', ends_at = ends_at - interval '9 days', closed_at = now(), ask_at = NULL`;
  payment.status = "approved";
  if (isTold) await notify(payment);
  await inTheEnd();
  expect([await statesOf(), await untilOf()]).toEqual([["approved"], after(1)]);
});

test("whatever happens in whatever order, there are as many periods as payments that are good", async () => {
  const faults: Fault[] = [401, 429, 500, "lost", "nothing", "garbage"];
  const kinds: NotificationKind[] = ["signed", "unsigned", "other secret", "older", "merchant_order"];
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("click", "pay", "pay less", "leave pending", "approve", "refund") },
    { weight: 3, arbitrary: fc.constantFrom("sweep", "two sweeps", "list", "look", "time passes", "a new process") },
    { weight: 2, arbitrary: fc.constantFrom(...faults.map((fault) => ({ fault }))) },
    { weight: 4, arbitrary: fc.record({ tell: fc.nat(3), kind: fc.constantFrom(...kinds) }) },
  );
  const run = async (steps: (string | { fault: Fault } | { tell: number; kind: NotificationKind })[]) => {
    await reset();
    // Good from the moment on when the provider had approved it, whatever came of it.
    const good = new Set<number>();
    for (const each of steps) {
      if (typeof each === "object" && "fault" in each) site.faults.push(each.fault);
      else if (typeof each === "object") {
        const payment = site.payments[each.tell];
        if (payment) await notify(payment, each.kind);
      } else await actions[each]?.(good);
    }
    await inTheEnd();
    await inTheEnd();
    const granted = await app.system.db.payment.findMany({ where: { grantedAt: { not: null } } });
    expect(granted.map(({ providerId }) => Number(providerId)).sort()).toEqual([...good].sort());
    expect(await untilOf()).toBe(after(good.size));
  };
  const last = () => site.preferences.at(-1)?.external_reference;
  const pay = (changes: Partial<StandInPayment>) => {
    const reference = last();
    return reference === undefined ? undefined : site.pay(reference, { transaction_amount: 15_000.1, ...changes });
  };
  const actions: Record<string, (good: Set<number>) => unknown> = {
    click: () => checkout(),
    pay: (good) => {
      const payment = pay({});
      if (payment) good.add(payment.id);
    },
    "pay less": () => pay({ transaction_amount: 15_000.09 }),
    "leave pending": () => pay({ status: "pending" }),
    approve: (good) => {
      const payment = site.payments.find(({ status }) => status === "pending");
      if (!payment) return;
      payment.status = "approved";
      good.add(payment.id);
    },
    refund: async (good) => {
      const payment = site.payments.find(({ id, status }) => status === "approved" && good.has(id));
      if (!payment) return;
      await besideEnded();
      // Given back before anybody here knew of it, it never was money.
      const isKnown = await app.system.db.payment.count({
        where: { providerId: String(payment.id), grantedAt: { not: null } },
      });
      payment.status = "refunded";
      if (isKnown === 0) good.delete(payment.id);
    },
    sweep: () => payments.sweep(),
    "two sweeps": () => Promise.all([payments.sweep(), open().sweep()]),
    list: () => payments.list().catch(() => undefined),
    look: () => owner.get(base),
    "time passes": makeDue,
    "a new process": () => {
      payments = open();
    },
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), run), propertyRuns(15));
});
