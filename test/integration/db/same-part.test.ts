import { expect, test } from "vitest";
import { openDatabase } from "../../../shared/db/database.js";
import { findJobViews } from "../../../shared/db/issuing/issuance-jobs.js";
import { findIssuances, issuanceStates } from "../../../shared/db/issuing/issuances.js";
import { partsOf } from "../../../shared/db/issuing/parts-of.js";
import { submitNext } from "../../../shared/db/issuing/write-ahead.js";
import { migrate } from "../../../shared/db/migrate/migrate.js";
import { startPostgres } from "../../../shared/sandbox/servers/embedded-postgres.js";
import { type Explained, openExplained, stepsOf } from "../../support/readers/explained.js";
import { runIssuingStatements } from "../../support/samples/issuing-statements.js";
import { openLines, submissionsOf } from "../../support/samples/waiting-lines.js";
import { whileHeld } from "../../support/samples/while-held.js";
import { loadDemo } from "../../support/servers/partitioned-database.js";

const versions = ["oldest", "newest"] as const;

/** What issues vouchers, on tables that are nearly empty. Gives each prepared statement with its plan. */
async function issueExplained(url: string): Promise<Map<string, Explained>> {
  const keys = await loadDemo(url);
  const { db: owner, close } = openDatabase(url, { connections: 1 });
  const explained = await openExplained(url);
  const line = { ...(await (await openLines({ db: owner, ...keys }))(4)), db: explained.db };
  const { db } = line;
  explained.takeRan();

  const those = await runIssuingStatements(line);
  expect((await findIssuances(db, those)).size).toBe(2);
  expect(await issuanceStates(db, those)).toHaveLength(2);
  expect((await findJobViews(db, [those[0].id])).size).toBe(1);

  const ran = new Map(explained.takeRan().map((one) => [one.name, one]));
  await Promise.all([explained.close(), close()]);
  return ran;
}

const samePart = /public\.same_part\([^,]+, ([^()]+)\)/g;
const inParts = /public\.in_parts\([^,]+, ([^()]+)\)/g;

test.each(versions)("in one piece the company beside an id changes no plan (PostgreSQL: %s)", async (version) => {
  await using server = await serverOf(version);
  await migrate(server.url);
  const ran = await issueExplained(server.url);
  for (const name of ["find_issuances", "issuance_states", "find_job_views"])
    expect([name, readsOf(ran, name)]).toEqual([
      name,
      [{ "Index Name": "issuance_pkey", "Index Cond": "(id = wanted.id)", Filter: undefined }],
    ]);
  // What is approved is found among the open numbers, which are few.
  expect(readsOf(ran, "approve")[0]).toEqual({
    ...{ "Index Name": "issuance_submitted_number", "Index Cond": undefined },
    Filter: "(state = 'submitted'::issuance_state)",
  });

  const explained = await openExplained(server.url);
  const named = [...ran.values()].filter(({ text }) => text.includes("public.same_part("));
  expect(named.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["find_issuances", "issuance_states", "approve", "approve_and_submit", "submit_again"]),
  );
  for (const { text } of named) {
    const without = text
      .replaceAll(samePart, "(($1) IS NULL OR true)")
      .replaceAll(inParts, "(ROW($1) IS NULL OR true)");
    expect(await explained.planOf(text)).toEqual(await explained.planOf(without));
  }
  await explained.close();
});

test.each(versions)("in parts, what issues a voucher finds all in one of them (PostgreSQL: %s)", async (version) => {
  await using server = await serverOf(version);
  await migrate(server.url, { partitions: 16 });
  const ran = await issueExplained(server.url);
  const partsIn = (plan: Explained["plan"], isLooked: (step: Explained["plan"]) => boolean) =>
    new Set(
      stepsOf(plan)
        .filter(isLooked)
        .flatMap((step) => /_(\d{3})$/.exec(step["Relation Name"] ?? "")?.[1] ?? []),
    ).size;
  // The index of open numbers is read whole, in each part: it has a handful of entries in all.
  for (const { name, plan } of ran.values())
    expect([name, partsIn(plan, (step) => Boolean(step["Actual Rows"] || step["Rows Removed by Filter"]))]).toEqual([
      name,
      1,
    ]);
  // While a table is tiny, all its indexes seem to cost the same. That of idempotency would read all that the company has recorded.
  for (const name of ["submit_next", "approve", "approve_and_submit", "find_issuances", "issuance_states"])
    expect([name, indexesOf(ran, name)]).toEqual([
      name,
      expect.not.arrayContaining([expect.stringContaining("idempotency")]),
    ]);
  // Nor does it read all that a part has: a plan of before its first vouchers stays until statistics are gathered.
  const readWhole = (plan: Explained["plan"]) =>
    stepsOf(plan).filter(
      (step) =>
        step["Actual Loops"] && step["Node Type"] === "Seq Scan" && step["Relation Name"]?.startsWith("issuance"),
    );
  for (const { name, plan } of ran.values()) expect([name, readWhole(plan)]).toEqual([name, []]);
  for (const name of ["submit_next", "submit_again", "list_submissions", "find_issuances", "issuance_states"])
    expect([name, partsIn(ran.get(name)?.plan ?? {}, (step) => Boolean(step["Actual Loops"]))]).toEqual([name, 1]);
});

test("a statement that knows its companies opens their parts alone, where PostgreSQL chooses parts safely", async () => {
  await using server = await serverOf("oldest");
  await migrate(server.url, { partitions: 16 });
  const ran = await issueExplained(server.url);
  for (const name of ["submit_next", "approve", "approve_and_submit", "find_issuances"])
    expect([name, stepsOf(ran.get(name)?.plan ?? {}).map((step) => step["Subplans Removed"])]).toEqual([
      name,
      expect.arrayContaining([15]),
    ]);
});

test.each(versions)(
  "a line whose rows change while a statement waits is not taken for empty, in whatever part it lies (PostgreSQL: %s)",
  async (version) => {
    await using server = await serverOf(version);
    await migrate(server.url, { partitions: 16 });
    const keys = await loadDemo(server.url);
    const { db, close } = openDatabase(server.url, { connections: 3 });
    const lines = [await (await openLines({ db, ...keys }))(2), await (await openLines({ db, ...keys }, "mono"))(2)];
    const last = Math.max(...lines.map(({ taken }) => taken.id));
    const { result } = await whileHeld(
      db,
      async (tx) => {
        await tx.$executeRaw`SELECT FROM sequence WHERE id = ${last} FOR UPDATE`;
        return tx.$executeRaw`UPDATE issuance SET request_id = request_id WHERE state = 'queued'`;
      },
      () =>
        submitNext(
          db,
          lines.map(({ taken }) => ({ taken, limit: 2 })),
        ),
    );
    expect(result.map((each) => each.outcome)).toEqual(["submitted", "submitted"]);
    expect(result.map((each) => submissionsOf(each).length)).toEqual([2, 2]);
    await close();
  },
);

test("a sequence of another company than a statement names is not taken: its line would not be seen", async () => {
  await using server = await serverOf("oldest");
  await migrate(server.url, { partitions: 16 });
  const keys = await loadDemo(server.url);
  const { db, close } = openDatabase(server.url, { connections: 1 });
  const { taken } = await (await openLines({ db, ...keys }))(2);
  const [{ id: other = 0 } = {}] = await db.$queryRaw<{ id: number }[]>`
    SELECT id FROM company WHERE id <> ${taken.key.companyId} LIMIT 1`;
  const mistaken = { ...taken, key: { ...taken.key, companyId: other } };
  expect(await submitNext(db, [{ taken: mistaken, limit: 1 }])).toEqual([{ outcome: "superseded" }]);
  expect(await submitNext(db, [{ taken, limit: 1 }])).toMatchObject([{ outcome: "submitted" }]);
  await close();
});

test("more companies than a statement names are served by another one, in parts and in one piece", async () => {
  const few = partsOf([1, 2, 2, 3]);
  expect(few.suffix).toBe("");
  expect(few.hold("i").sql).toBe(partsOf([7]).hold("i").sql);
  expect(few.hold("i").values).toEqual([1, 2, 3, 1, 1, 1, 1, 1]);
  const many = partsOf([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect([many.suffix, many.hold("i").sql, many.hold("i").values]).toEqual(["_of_many", "true", []]);
});

/** The indexes that a statement used. */
const indexesOf = (ran: Map<string, Explained>, name: string) =>
  stepsOf(ran.get(name)?.plan ?? {}).flatMap((step) => (step["Actual Loops"] && step["Index Name"]) || []);

/** How a statement finds its issuances. */
const readsOf = (ran: Map<string, Explained>, name: string) =>
  stepsOf(ran.get(name)?.plan ?? {}).flatMap((step) =>
    step["Relation Name"] === "issuance" && step["Index Name"]
      ? [{ "Index Name": step["Index Name"], "Index Cond": step["Index Cond"], Filter: step.Filter }]
      : [],
  );

async function serverOf(version: (typeof versions)[number]) {
  const server = await startPostgres({ durable: false, version });
  return { url: server.url, [Symbol.asyncDispose]: () => server.stop() };
}
