import { afterAll, beforeAll, expect, test } from "vitest";
import { findJobViews } from "../../../shared/db/issuing/issuance-jobs.js";
import { findIssuances, issuanceStates } from "../../../shared/db/issuing/issuances.js";
import { submitNext } from "../../../shared/db/issuing/write-ahead.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { type Explained, openExplained, stepsOf } from "../../support/readers/explained.js";
import { runIssuingStatements } from "../../support/samples/issuing-statements.js";
import { openLines, submissionsOf } from "../../support/samples/waiting-lines.js";
import { whileHeld } from "../../support/samples/while-held.js";
import { createDemoDatabase } from "../../support/servers/demo-database.js";

let database: Awaited<ReturnType<typeof createDemoDatabase>>;
let opened: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  database = await createDemoDatabase();
  opened = openDatabase(database.url, { connections: 3 });
});
afterAll(async () => {
  await opened?.close();
  await database?.drop();
});

/** How a statement finds its issuances. */
const readsOf = (plan: Explained["plan"]) =>
  stepsOf(plan).flatMap((step) =>
    step["Relation Name"] === "issuance" && step["Index Name"]
      ? [{ "Index Name": step["Index Name"], "Index Cond": step["Index Cond"], Filter: step.Filter }]
      : [],
  );

// A plan of before the first vouchers stays until statistics are gathered. One that went by the company would read all that is open there.
test("on tables that are nearly empty what issues finds an issuance by its id alone", async () => {
  const explained = await openExplained(database.url);
  const { db } = explained;
  const line = { ...(await (await openLines({ db: opened.db, keys: database.keys }))(4)), db };
  explained.takeRan();
  const ids = await runIssuingStatements(line);
  expect((await findIssuances(db, ids)).size).toBe(2);
  expect(await issuanceStates(db, ids)).toHaveLength(2);
  expect((await findJobViews(db, ids)).size).toBe(2);

  const plans = new Map(explained.takeRan().map(({ name, plan }) => [name, plan]));
  await explained.close();
  const byId = { "Index Name": "issuance_pkey", "Index Cond": "(id = wanted.id)", Filter: undefined };
  for (const name of ["find_issuances", "issuance_states", "find_job_views"])
    expect([name, readsOf(plans.get(name) ?? {})]).toEqual([name, [byId]]);
  // What is approved is found among the open numbers, which are few.
  expect(readsOf(plans.get("approve") ?? {})[0]).toEqual({
    ...{ "Index Name": "issuance_submitted_number", "Index Cond": undefined },
    Filter: "(state = 'submitted'::issuance_state)",
  });
});

test("a line whose rows change while a statement waits is not taken for empty", async () => {
  const { db } = opened;
  const start = (company: "demo" | "mono") => openLines({ db, keys: database.keys }, company);
  const lines = [await (await start("demo"))(2), await (await start("mono"))(2)];
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
});
