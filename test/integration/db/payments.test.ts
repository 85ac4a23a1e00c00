import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  claimCheckouts,
  claimNotices,
  type DueNotice,
  endNotice,
  recordNotice,
} from "../../../shared/db/payments/asking.js";
import { keepLink, openCheckout } from "../../../shared/db/payments/checkouts.js";
import { listAllPayments, listPayments } from "../../../shared/db/payments/list-payments.js";
import { acceptPayment, recordTransfer } from "../../../shared/db/payments/operators-word.js";
import {
  findPaidSubscription,
  listPlans,
  recordPlan,
  recordRetirement,
  savePaidPlan,
} from "../../../shared/db/payments/plans.js";
import { takePayment } from "../../../shared/db/payments/take-payment.js";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import { openTenantDatabase, type TenantDatabase } from "../../../shared/db/pool/tenant-database.js";
import { addDays, argentineDay } from "../../../shared/domain/calendar.js";
import { renew } from "../../../shared/domain/payments/renewal.js";
import { periodStartOf } from "../../../shared/domain/quota.js";
import { propertyRuns } from "../../support/samples/property-runs.js";
import { createDatabase, type TestDatabase } from "../../support/servers/database.js";
import { asProcess } from "../../support/servers/process-roles.js";

const today = argentineDay(Date.now());
const collector = "77";
const byHand = { saidBy: "operator", because: null };
let database: TestDatabase;
let owner: pg.Client;
/** As the pages' process: it has the role of the API. */
let people: Database;
let tenants: TenantDatabase;
let office: Database;
const close: (() => Promise<void>)[] = [];
const own = () => tenants.of({ companyId: 1, production: false });

beforeAll(async () => {
  database = await createDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  const asApi = asProcess(database.url, "api");
  const opened = [openDatabase(asApi, { connections: 4 }), openDatabase(database.url, { connections: 2 })] as const;
  tenants = openTenantDatabase(asApi, { perTenant: 4 });
  [people, office] = [opened[0].db, opened[1].db];
  close.push(...opened.map((one) => one.close), tenants.close);
  await owner.query(`
    INSERT INTO company (id, code, cuit, name, tax_type, account_email) VALUES (1, 'demo', '30712345671', 'Demo', 1, 'a@example.com'), (2, 'other', '20111111112', 'Other', 6, NULL)`);
  await recordPlan(office, {
    code: "base",
    name: "Base",
    monthly: 100,
    price: "15000.10",
    months: 1,
    extra: { vouchers: 50, price: "900.00" },
  });
});
beforeEach(async () => {
  await owner.query(`
    DELETE FROM payment; DELETE FROM checkout; DELETE FROM payment_notice; DELETE FROM usage_period; DELETE FROM subscription; DELETE FROM warning;
    INSERT INTO subscription (company_id, plan_id, paid_plan_id, anchor, until) SELECT c.id, p.id, p.id, '2026-01-31', date '${today}' - 3
    FROM company c, plan p WHERE p.code = 'base'`);
});
afterAll(async () => {
  await Promise.all(close.map((one) => one()));
  await owner?.end();
  await database?.drop();
});

let drawn = 0;
const newReference = () => `tal-${String(++drawn).padStart(32, "0")}`;
async function ask(changes: object = {}) {
  const [plan] = await listPlans(office, "base");
  const asked = {
    companyId: 1,
    kind: "renewal",
    planId: plan?.id ?? 0,
    months: 1,
    vouchers: null,
    amount: "15000.10",
  } as const;
  const made = await openCheckout(own(), { ...asked, reference: newReference(), askedBy: "a@example.com", ...changes });
  if (!made) throw new Error("no checkout");
  return made;
}
const say = (reference: string, changes: object = {}) => ({
  ...{ id: String(1_000 + ++drawn), status: "approved", amount: "15000.1", currency: "ARS", collector, reference },
  ...changes,
});
const untilOf = async (company = 1): Promise<string> =>
  (await owner.query("SELECT until::text FROM subscription WHERE company_id = $1", [company])).rows[0].until;
const once = () => renew({ until: addDays(today, -3), dayOfMonth: null }, 1, today);

test("an approved payment renews once, however often it is told and by how many at once", async () => {
  const { reference } = await ask();
  const said = say(reference);
  const taken = await Promise.all([1, 2, 3, 4].map(() => takePayment(people, said, collector)));
  expect(taken.map((one) => one?.state)).toEqual(Array(4).fill("approved"));
  expect(taken.filter((one) => one?.granted)).toHaveLength(1);
  expect(await untilOf()).toBe(once().until);
  expect(await listPayments(own(), 1, { limit: 10, offset: 0 })).toMatchObject([
    { kind: "renewal", amount: "15000.10", state: "approved", reference },
  ]);
  const { rows } = await owner.query(
    "SELECT action, actor_type, after FROM audit_entry WHERE action = 'subscription.renew'",
  );
  expect(rows).toMatchObject([{ actor_type: "system", after: { until: once().until } }]);
  expect((await owner.query("SELECT kind, state FROM warning")).rows).toEqual([{ kind: "renewed", state: "due" }]);
});

test("two payments of one checkout are two periods", async () => {
  const { reference } = await ask();
  const first = await takePayment(people, say(reference), collector);
  expect(first).toMatchObject({ isChanged: true, granted: true, earlier: [] });
  const again = say(reference);
  expect(await takePayment(people, again, collector)).toMatchObject({ granted: true, earlier: [first?.id] });
  expect(await takePayment(people, again, collector)).toMatchObject({ isChanged: false, granted: false, earlier: [] });
  const second = renew(once(), 1, today);
  expect(await untilOf()).toBe(second.until);
});

test("of two payments of one checkout that are told at once, the second one names the first", async () => {
  for (let each = 0; each < 5; each += 1) {
    const { reference } = await ask();
    const taken = await Promise.all(
      [say(reference), say(reference)].map((said) => takePayment(people, said, collector)),
    );
    expect(taken.map((one) => one?.granted)).toEqual([true, true]);
    const [second] = taken.filter((one) => one?.earlier.length === 1);
    const [first] = taken.filter((one) => one !== second);
    expect([first?.earlier, second?.earlier]).toEqual([[], [first?.id]]);
  }
});

test.each([
  ["less", { amount: "15000.09" }, "amount"],
  ["dollars", { currency: "USD" }, "currency"],
  ["another account", { collector: "78" }, "collector"],
])("approved of %s waits for the operator and gives nothing", async (_what, wrong, why) => {
  const { reference } = await ask();
  expect(await takePayment(people, say(reference, wrong), collector)).toMatchObject({
    state: "review",
    granted: false,
  });
  expect(await untilOf()).toBe(addDays(today, -3));
  const [row] = await listAllPayments(office, { state: "review" });
  expect(row).toMatchObject({ company: "demo", why });
  const accepted = {
    companyId: 1,
    kind: "renewal",
    months: 1,
    vouchers: null,
    saidBy: "operator",
    because: "known",
  } as const;
  expect(await office.$transaction((tx) => acceptPayment(tx, row?.id ?? 0, accepted))).toBe("granted");
  expect(await office.$transaction((tx) => acceptPayment(tx, row?.id ?? 0, accepted))).toBe("counted");
  expect(await untilOf()).toBe(once().until);
});

test("a payment of no checkout: of our form it waits for the operator, of another it is nobody's", async () => {
  expect(await takePayment(people, say("somebody else's"), collector)).toBeUndefined();
  expect(await takePayment(people, say(newReference(), { status: "pending" }), collector)).toBeUndefined();
  expect(await takePayment(people, say(newReference()), collector)).toMatchObject({ state: "review", granted: false });
  expect(await listAllPayments(office, {})).toMatchObject([{ company: null, why: "reference" }]);
});

test("money that came is not taken back by an older look, and one that is refunded takes nothing away", async () => {
  const { reference } = await ask();
  const said = say(reference, { status: "pending" });
  for (const [status, state] of [
    ["pending", "pending"],
    ["rejected", "rejected"],
    ["approved", "approved"],
    ["pending", "approved"],
    ["refunded", "refunded"],
    ["approved", "refunded"],
  ] as const)
    expect(await takePayment(people, { ...said, status }, collector)).toMatchObject({ state });
  expect(await untilOf()).toBe(once().until);
});

test("extras go to the quota's month of today", async () => {
  const { reference } = await ask({ kind: "extra", months: null, vouchers: 50, amount: "900.00" });
  await takePayment(people, say(reference, { amount: "900" }), collector);
  const { rows } = await owner.query("SELECT period_start::text AS start, extra FROM usage_period");
  expect(rows).toEqual([{ start: periodStartOf("2026-01-31", today), extra: 50 }]);
  expect(await untilOf()).toBe(addDays(today, -3));
});

test("one checkout of a kind is open, whoever asks at once, and its first link stays", async () => {
  const all = await Promise.all([ask(), ask(), ask()]);
  expect(new Set(all.map(({ reference }) => reference)).size).toBe(1);
  const { id } = all[0];
  await keepLink(own(), 1, id, "https://first");
  await keepLink(own(), 1, id, "https://second");
  expect((await ask()).link).toBe("https://first");
  await owner.query("UPDATE checkout SET ends_at = now() - interval '1 second'");
  expect((await ask()).id).not.toBe(id);
});

test("a plan that retires is followed with the payment of the next one, but for a quota of its own", async () => {
  const plan = { name: "Other", monthly: 200, price: "20000.00", months: 12, extra: null };
  await recordPlan(office, { ...plan, code: "next" });
  const [base, next] = await listPlans(office);
  if (!base || !next) throw new Error("no plans");
  try {
    await recordRetirement(office, base.id, { id: next.id, from: today });
    await owner.query("UPDATE subscription SET plan_id = $1 WHERE company_id = 2", [next.id]);
    for (const companyId of [1, 2]) {
      const found = await findPaidSubscription(tenants.of({ companyId, production: true }), companyId, today);
      expect(found?.plan).toMatchObject({ code: "next", price: "20000.00" });
    }
    expect((await findPaidSubscription(own(), 1, addDays(today, -1)))?.plan?.code).toBe("base");
    const { reference } = await ask({ planId: next.id, months: 12, amount: "20000.00" });
    await takePayment(people, say(reference, { amount: "20000" }), collector);
    expect(await findPaidSubscription(own(), 1, today)).toMatchObject({ monthly: 200, plan: { code: "next" } });
  } finally {
    await owner.query(
      "DELETE FROM payment; DELETE FROM checkout; DELETE FROM subscription; UPDATE plan SET next_id = NULL, next_from = NULL, retired_at = NULL WHERE code IS NOT NULL",
    );
    await owner.query("DELETE FROM plan WHERE code = 'next'");
  }
});

test("a transfer is told once", async () => {
  const transfer = { companyId: 1, planId: null, months: 2, amount: "30000.00", reference: "TR-1", ...byHand };
  expect(await office.$transaction((tx) => recordTransfer(tx, transfer))).toEqual(expect.any(Number));
  expect(await office.$transaction((tx) => recordTransfer(tx, { ...transfer, companyId: 2 }))).toBeUndefined();
  expect(await untilOf()).toBe(renew({ until: addDays(today, -3), dayOfMonth: null }, 2, today).until);
  await savePaidPlan(office, 1, null);
  expect((await findPaidSubscription(own(), 1, today))?.plan).toBeNull();
});

test("a notice stays due until what it is about was read, and a stranger's is not read again", async () => {
  /** The next that is due: a time of milliseconds may be rounded to one that is still to come. */
  const claimNext = async () => (await vi.waitUntil(async () => (await claimNotices(people, 10))[0])) as DueNotice;
  await recordNotice(people, "5");
  const first = await claimNext();
  expect(await claimNotices(people, 10)).toEqual([]);
  await recordNotice(people, "5");
  await endNotice(people, first, false);
  const second = await claimNext();
  expect(second.providerId).toBe("5");
  await endNotice(people, second, true);
  await recordNotice(people, "5");
  expect(await claimNotices(people, 10)).toEqual([]);
});

test.each([
  ["10 minutes", false, "30 seconds"],
  ["2 hours", false, "15 minutes"],
  ["4 days", true, "1 hour"],
  ["4 days", false, null],
  ["31 days", true, null],
])("a checkout of %s ago (pending: %s) is asked about again in %s", async (age, isPending, wait) => {
  const { id, reference } = await ask();
  if (isPending) await takePayment(people, say(reference, { status: "pending" }), collector);
  await owner.query("UPDATE checkout SET ask_at = now() - interval '1 second', created_at = now() - $1::interval", [
    age,
  ]);
  expect(await claimCheckouts(people, 10)).toEqual([{ id, reference }]);
  expect(await claimCheckouts(people, 10)).toEqual([]);
  const { rows } = await owner.query(
    "SELECT CASE WHEN $1::text IS NULL THEN ask_at IS NULL ELSE ask_at BETWEEN now() + $1::interval - interval '9 s' AND now() + $1::interval END AS good FROM checkout",
    [wait],
  );
  expect(rows).toEqual([{ good: true }]);
});

/** Adds checkouts of a company that nobody pays any more, and that are due since so many seconds. */
const addDue = (company: number, count: number, sinceSeconds: number) =>
  owner.query(
    `INSERT INTO checkout (company_id, kind, plan_id, months, amount, reference, asked_by, closed_at, ask_at)
     SELECT $1::int, 'renewal', p.id, 1, p.price, 'tal-' || lpad(concat($1::int, '0', i), 32, '0'), 'a', now(),
       now() - ($3::int + $2::int - i) * interval '1 second'
     FROM plan p, generate_series(1, $2::int) i WHERE p.code = 'base'`,
    [company, count, sinceSeconds],
  );
const companiesOf = async (claimed: { id: number }[]) =>
  (await owner.query("SELECT company_id FROM checkout WHERE id = ANY($1)", [claimed.map(({ id }) => id)])).rows.map(
    ({ company_id }) => company_id,
  );

test("checkouts are claimed in turns by company: one that has many due holds up no other", async () => {
  await addDue(1, 40, 100);
  await addDue(2, 1, 1);
  const first = await claimCheckouts(people, 20);
  expect(first).toHaveLength(20);
  expect((await companiesOf(first)).filter((company) => company === 2)).toEqual([2]);
  const rest = [...(await claimCheckouts(people, 20)), ...(await claimCheckouts(people, 20))];
  expect(new Set([...first, ...rest].map(({ id }) => id)).size).toBe(41);
});

test("a checkout that another process holds is passed over, and one that it has claimed is not claimed again", async () => {
  await addDue(1, 2, 10);
  await addDue(2, 1, 1);
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  try {
    await other.query("BEGIN");
    const { rows } = await other.query(
      "UPDATE checkout SET ask_at = now() + interval '1 hour' WHERE company_id = 1 RETURNING id",
    );
    expect(rows).toHaveLength(2);
    expect(await companiesOf(await claimCheckouts(people, 20))).toEqual([2]);
    await other.query("COMMIT");
    expect(await claimCheckouts(people, 20)).toEqual([]);
  } finally {
    await other.end();
  }
});

test("who claims at once gets each checkout once", async () => {
  await addDue(1, 12, 50);
  await addDue(2, 12, 1);
  const claims = await Promise.all([1, 2, 3, 4].map(() => claimCheckouts(people, 6)));
  const ids = claims.flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each([
  "UPDATE public.subscription SET until = '2099-01-01'",
  "UPDATE tenant.subscription SET until = '2099-01-01'",
  "UPDATE public.payment SET granted_at = NULL",
  "UPDATE public.payment SET said_by = 'me'",
  "UPDATE public.payment SET company_id = 2",
  "INSERT INTO public.payment (company_id, kind, months, amount, currency, reference, state, said_by) VALUES (1, 'renewal', 120, 1, 'ARS', 'x', 'approved', 'me')",
  "UPDATE public.checkout SET amount = 0.01",
  "UPDATE tenant.checkout SET amount = 0.01",
  "DELETE FROM public.payment",
])("the pages' role may not: %s", async (statement) => {
  const api = new pg.Client({ connectionString: asProcess(database.url, "api") });
  await api.connect();
  await expect(api.query(statement).finally(() => api.end())).rejects.toThrow("permission denied");
});

test("without a checkout of its amount, an approved row of the pages' role gives nothing", async () => {
  const { id, reference } = await ask();
  for (const [providerId, amount, of] of [
    ["1", "15000.09", reference],
    ["2", "15000.10", "another"],
    [null, "15000.10", reference],
  ]) {
    const [row] = await people.$queryRaw<{ id: number }[]>`
      INSERT INTO public.payment (checkout_id, company_id, provider_id, kind, months, amount, currency, reference, state)
      VALUES (${id}, 2, ${providerId}, 'renewal', 120, ${amount}::numeric, 'ARS', ${of}, 'approved') RETURNING id`;
    const [given] = await people.$queryRaw<{ given: boolean }[]>`SELECT public.grant_payment(${row?.id}) AS given`;
    expect(given?.given).toBe(false);
  }
  for (const company of [1, 2]) expect(await untilOf(company)).toBe(addDays(today, -3));
});

test("the database counts periods as the rule does", async () => {
  const days = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays("2020-01-01", count));
  const any = fc.tuple(days, fc.option(fc.integer({ min: 1, max: 31 })), fc.constantFrom(1, 2, 12), days);
  await fc.assert(
    fc.asyncProperty(fc.array(any, { minLength: 50, maxLength: 50 }), async (cases) => {
      const { rows } = await owner.query(
        `SELECT r.period_from::text AS from, r.period_until::text AS until, r.kept_day AS "dayOfMonth"
         FROM json_to_recordset($1) AS c(i int, u date, d int, m int, t date), renewed_period(c.u, c.d, c.m, c.t) r ORDER BY c.i`,
        [JSON.stringify(cases.map(([u, d, m, t], i) => ({ i, u, d, m, t })))],
      );
      expect(rows).toEqual(cases.map(([until, dayOfMonth, months, day]) => renew({ until, dayOfMonth }, months, day)));
    }),
    propertyRuns(50),
  );
});
