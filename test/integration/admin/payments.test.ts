import { afterAll, beforeAll, expect, test } from "vitest";
import { openCompany } from "../../../api/operations/companies.js";
import { findPaidSubscription } from "../../../shared/db/payments/plans.js";
import { takePayment } from "../../../shared/db/payments/take-payment.js";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import { addDays, argentineDay } from "../../../shared/domain/calendar.js";
import { type CommandLine, commandLineInside, succeeding } from "../../support/processes/command-line.js";
import { createDatabase } from "../../support/servers/database.js";

const actor = { type: "admin" } as const;
const collector = "77";
let db: Database;
let run: CommandLine;
let succeed: ReturnType<typeof succeeding>;
let end: () => Promise<void>;
beforeAll(async () => {
  const database = await createDatabase();
  const opened = openDatabase(database.url, { connections: 2 });
  db = opened.db;
  run = commandLineInside({ DATABASE_URL: database.url });
  succeed = succeeding(run);
  end = async () => {
    await opened.close();
    await database.drop();
  };
  for (const code of ["demo", "other"])
    await openCompany(
      db,
      actor,
      { code, cuit: "30712345671", name: code, taxType: 1 },
      { anchor: "2026-01-31", until: "2026-01-30", monthlyVouchers: 100 },
    );
  await succeed("plan", "create", "base", "--name", "Base", "--monthly", "100", "--price", "15000.10");
});
afterAll(() => end());

let drawn = 0;
/** The provider's word of a payment whose checkout is not here: it waits in review. */
async function inReview(): Promise<string> {
  const reference = `tal-${String(++drawn).padStart(32, "0")}`;
  const said = { id: `9${drawn}`, status: "approved", amount: "500.00", currency: "ARS", collector, reference };
  await takePayment(db, said, collector);
  const { payments } = await succeed("payment", "list", "--state", "review");
  return String(payments[0].id);
}

/** Opens a company and takes its subscription, as only a person at the database can. */
async function withoutSubscription(code: string): Promise<void> {
  await succeed("company", "create", code, "--cuit", "30712345671", "--name", code, "--tax-type", "1");
  await db.$executeRaw`DELETE FROM subscription WHERE company_id = (SELECT id FROM company WHERE code = ${code})`;
}

const refused = async (...args: string[]) => {
  const { exitCode, stdout, stderr } = await run(...args);
  expect(stdout).toBe("");
  return [exitCode, stderr.trim()];
};

test("a transfer that is said twice names the payment that has its reference", async () => {
  const pay = ["subscription", "pay", "--company", "demo", "--months", "1", "--amount", "10", "--reference"];
  const { payment } = await succeed(...pay, "transfer 1");
  expect(payment).toMatchObject({ company: "demo", state: "approved", reference: "transfer 1" });
  for (const again of ["transfer 1", " transfer 1 "])
    expect(await refused(...pay, again)).toEqual([
      1,
      expect.stringContaining(`Payment ${payment.id} of demo has the reference transfer 1 already`),
    ]);
});

test("less than the plan's price takes a reason", async () => {
  await succeed("company", "update", "other", "--plan", "base");
  const pay = ["subscription", "pay", "--company", "other", "--amount", "10", "--reference", "transfer 2"];
  expect(await refused(...pay)).toEqual([1, "That is less than the plan's 15000.10: say --because."]);
  expect(await refused(...pay, "--because", " ")).toEqual([2, expect.stringContaining("It must not be blank.")]);
  await succeed(...pay, "--because", "A discount of the first month");
});

test("what is no id of a payment is said", async () => {
  for (const verb of ["show", "accept", "close"])
    expect(await refused("payment", verb, "first", ...(verb === "show" ? [] : ["--because", "x"]))).toEqual([
      2,
      expect.stringContaining("It must be a whole number."),
    ]);
  expect(await refused("payment", "show", "999")).toEqual([1, "There is no payment 999."]);
});

test("a payment in review is let count by a reason, and by what its checkout would say", async () => {
  const id = await inReview();
  expect((await run("payment", "show", id)).stdout).toMatch(/\nwhy +reference\n/);
  const accept = ["payment", "accept", id];
  expect(await refused(...accept, "--because", "x")).toEqual([
    2,
    "Its checkout is unknown: --company, --kind and --months are needed.",
  ]);
  const whose = ["--company", "demo", "--kind", "renewal"];
  for (const because of ["", "x".repeat(501)])
    expect(await refused(...accept, ...whose, "--months", "1", "--because", because)).toEqual([
      2,
      expect.stringContaining("'--because <text>' argument"),
    ]);
  for (const months of ["0", "121"])
    expect(await refused(...accept, ...whose, "--months", months, "--because", "x")).toEqual([
      2,
      "--months: 1 to 120.",
    ]);
  const extra = ["--company", "demo", "--kind", "extra", "--months", "0"];
  expect(await refused(...accept, ...extra, "--because", "x")).toEqual([2, "--months: at least 1, of extra vouchers."]);
  const { payment } = await succeed(...accept, ...whose, "--months", "1", "--because", "The company sent its receipt");
  expect(payment).toMatchObject({ company: "demo", kind: "renewal", state: "approved" });
  for (const verb of ["accept", "close"])
    expect(await refused("payment", verb, id, "--because", "x")).toEqual([1, expect.stringContaining(`Payment ${id}`)]);
});

test("of a checkout that is known nobody says whose it is", async () => {
  const [checkout] = await db.$queryRaw<{ reference: string }[]>`
    INSERT INTO checkout (company_id, kind, plan_id, months, amount, reference, asked_by)
    SELECT c.id, 'renewal', p.id, 1, 15000.10, ${`tal-${"f".repeat(32)}`}, 'somebody' FROM company c, plan p
    WHERE c.code = 'other' AND p.code = 'base' RETURNING reference`;
  const reference = checkout?.reference ?? "";
  await takePayment(
    db,
    { id: "99", status: "approved", amount: "1.00", currency: "ARS", collector, reference },
    collector,
  );
  const { payments } = await succeed("payment", "list", "--company", "other", "--state", "review");
  const accept = ["payment", "accept", String(payments[0].id), "--because", "x"];
  for (const one of [
    ["--company", "demo"],
    ["--kind", "extra"],
    ["--months", "12"],
  ])
    expect(await refused(...accept, ...one)).toEqual([
      2,
      "Its checkout is known: leave --company, --kind and --months out.",
    ]);
  expect((await succeed(...accept)).payment).toMatchObject({ company: "other", state: "approved" });
});

test("a payment that was approved and gave nothing counts by a reason, once its company has a subscription", async () => {
  await withoutSubscription("without");
  const reference = `tal-${"e".repeat(32)}`;
  await db.$executeRaw`
    INSERT INTO checkout (company_id, kind, plan_id, months, amount, reference, asked_by)
    SELECT c.id, 'renewal', p.id, 1, p.price, ${reference}, 'somebody' FROM company c, plan p WHERE c.code = 'without' AND p.code = 'base'`;
  const said = { id: "98", status: "approved", amount: "15000.10", currency: "ARS", collector, reference };
  expect(await takePayment(db, said, collector)).toMatchObject({ state: "approved", granted: false });
  const { payments } = await succeed("payment", "list", "--state", "ungranted");
  expect(payments).toMatchObject([{ company: "without", state: "approved", periodFrom: null }]);
  const id = String(payments[0].id);
  expect((await run("payment", "show", id)).stdout).toMatch(/\ngave +nothing\n/);
  const accept = ["payment", "accept", id, "--because", "Its contract came late"];
  expect(await refused(...accept)).toEqual([
    1,
    `Payment ${id} can give nothing: without has no subscription. Give it one with subscription set.`,
  ]);
  // What was refused left nothing of the operator's word.
  expect((await succeed("payment", "show", id)).payment.because).toBeNull();
  expect(await refused(...accept, "--company", "demo")).toEqual([2, expect.stringContaining("Its checkout is known")]);
  const today = argentineDay(Date.now());
  await succeed("subscription", "set", "--company", "without", "--until", today);
  const { payment } = await succeed(...accept);
  expect(payment).toMatchObject({
    state: "approved",
    periodFrom: addDays(today, 1),
    because: "Its contract came late",
  });
  expect((await succeed("payment", "list", "--state", "ungranted")).payments).toEqual([]);
  const audited = await db.$queryRaw`
    SELECT actor_type::text AS actor, after ->> 'until' AS until, (after ->> 'payment')::int AS payment FROM audit_entry
    WHERE action = 'subscription.renew' AND company_id = (SELECT id FROM company WHERE code = 'without')`;
  expect(audited).toEqual([{ actor: "admin", until: payment.periodUntil, payment: payment.id }]);
  expect(await refused(...accept)).toEqual([1, expect.stringContaining("it counts already")]);
});

test("a payment in review whose company has no subscription stays in review, and says what is missing", async () => {
  const id = await inReview();
  await withoutSubscription("bare");
  const whose = ["--company", "bare", "--kind", "renewal", "--months", "1", "--because", "x"];
  expect(await refused("payment", "accept", id, ...whose)).toEqual([
    1,
    expect.stringContaining("bare has no subscription"),
  ]);
  expect((await succeed("payment", "show", id)).payment).toMatchObject({ state: "review", company: null });
});

test("a plan says what is wrong with it, and one that is retired goes to no company", async () => {
  const create = ["plan", "create", "pro", "--name", "Pro", "--monthly", "1000", "--price", "20000"];
  expect(await refused(...create, "--extra", "10")).toEqual([2, expect.stringContaining("go together")]);
  expect(await refused(...create.slice(0, -1), "0")).toEqual([2, expect.stringContaining("0.01")]);
  expect(await refused("plan", "create", "pro", "--name", " ", ...create.slice(5))).toEqual([
    2,
    "--name: 1 to 100 characters.",
  ]);
  await succeed(...create);
  expect(await refused(...create)).toEqual([1, "There is a plan pro already."]);
  expect(await refused("plan", "retire", "none")).toEqual([2, "There is no plan none."]);
  expect(await refused("plan", "retire", "pro", "--to", "base")).toEqual([2, "--to and --from go together."]);
  expect(await refused("plan", "retire", "pro", "--to", "pro", "--from", "2030-01-01")).toEqual([
    2,
    "A plan does not follow itself.",
  ]);
  await succeed("plan", "retire", "pro");
  expect(await refused("company", "update", "demo", "--plan", "pro")).toEqual([2, "The plan pro is retired."]);
  const { plan } = await succeed("plan", "retire", "pro", "--to", "base", "--from", "2030-01-01");
  expect(plan.next).toEqual({ code: "base", from: "2030-01-01" });
});

test("a quota of its own keeps the plan and its price, until the company is given a plan anew", async () => {
  await succeed("company", "update", "demo", "--plan", "base");
  const paid = async () => {
    const { id } = await db.company.findUniqueOrThrow({ where: { code: "demo" } });
    const found = await findPaidSubscription(db, id, "2026-11-29");
    return [found?.monthly, found?.plan?.code, found?.plan?.price];
  };
  expect(await paid()).toEqual([100, "base", "15000.10"]);
  await succeed("plan", "set", "--company", "demo", "--monthly", "7");
  expect(await paid()).toEqual([7, "base", "15000.10"]);
  await succeed("company", "update", "demo", "--plan", "none");
  expect(await paid()).toEqual([7, undefined, undefined]);
  await succeed("company", "update", "demo", "--plan", "base");
  expect(await paid()).toEqual([100, "base", "15000.10"]);
});
