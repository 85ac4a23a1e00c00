import pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { judgeContingencies, watchContingencies } from "../../chaos/nemesis/contingencies.js";
import { createDisturbances } from "../../chaos/nemesis/disturbances.js";
import { installHistory, judgeHistory } from "../../chaos/nemesis/history.js";
import { listedOfOthers } from "../../chaos/nemesis/operator/issuances.js";
import { listOpen, readPrints } from "../../chaos/nemesis/settle.js";
import { readKeysInDoubt, readStanding } from "../../chaos/nemesis/waits.js";
import { startWatch } from "../../chaos/nemesis/watch.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { type IssuingApp, openIssuingApp } from "../../support/processes/issuing-app.js";
import type { VoucherRow } from "../../support/readers/three-ledgers.js";
import { addSubstitute, beginContingency, movedFate } from "../../support/samples/contingencies.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { openLines, submitFrom } from "../../support/samples/waiting-lines.js";
import { wholeNumbers } from "../../support/servers/database.js";
import { asProcess } from "../../support/servers/process-roles.js";

// What the nemesis reads of a database, when something in it is broken. What it thinks of that: test/unit/chaos/nemesis-checks.test.ts.

let system: IssuingApp;
let pool: pg.Pool;
beforeEach(async () => {
  system = await openIssuingApp();
  pool = new pg.Pool({ connectionString: system.deps.config.DATABASE_URL, max: 2, types: wholeNumbers });
  // The database is dropped while a connection may still be closing.
  pool.on("error", () => undefined);
  return async () => {
    await pool.end();
    await system[Symbol.asyncDispose]();
  };
});

const reader = {
  async sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await pool.query<Row>(text, values)).rows;
  },
};
const { sql } = reader;

const place = "demo/homologation/1-6";
const openQueue = async (waiting: number) => (await openLines(system))(waiting);

test("a number that is given in spite of an unresolved one, under an old epoch, is seen", async () => {
  await installHistory(reader);
  const line = await openQueue(2);
  const [{ id }] = await submitFrom(line);
  expect(await judgeHistory(reader)).toMatchObject({ changes: 1, violations: [] });
  await sql(
    `UPDATE issuance i SET (state, number, epoch, submitted_at, declared) = (SELECT o.state, 2, o.epoch - 1, o.submitted_at, o.declared FROM issuance o WHERE o.id = $1)
     WHERE i.id <> $1 AND i.pos_number = 1`,
    [id],
  );
  expect((await judgeHistory(reader)).violations.map(({ invariant }) => invariant)).toEqual(["I5", "I4"]);
});

const demo = async () => {
  const { id: companyId } = await system.db.company.findFirstOrThrow({ where: { code: "demo" } });
  return { companyId, production: false };
};

test("a voucher under CAEA of another environment's contingency, and one that nobody reports, is seen", async () => {
  await watchContingencies(reader);
  const tenant = await demo();
  await addSubstitute(system.db, tenant, { posNumber: 1, substitute: 501, types: [6] });
  await beginContingency(system.db, tenant);
  system.fate = movedFate;
  expect((await system.post(invoiceB())).status).toBe(201);
  const judge = async () => {
    const vouchers = await sql<VoucherRow & pg.QueryResultRow>(`
      SELECT v.id, 'demo' AS company, v.production, v.pos_number AS pos, v.voucher_type AS type, v.voucher_number AS number,
        v.voucher_date AS date, v.caea, (SELECT r.state FROM caea_report r WHERE r.voucher_id = v.id) AS report FROM voucher v ORDER BY v.id`);
    const violations = await judgeContingencies(reader, { told: [], issuances: [], usage: [], granted: [], vouchers });
    return violations.map(({ invariant }) => invariant);
  };
  expect(await judge()).toEqual([]);
  expect((await listOpen(reader)).map(({ invariant, place: where }) => `${invariant} ${where}`)).toEqual([
    "I10 I19 demo/homologation/501-6",
    "I20 demo/homologation",
  ]);

  await sql("UPDATE contingency SET production = true");
  await sql(`
    INSERT INTO voucher SELECT (jsonb_populate_record(v, '{"id": 900001, "voucher_number": 2, "idempotency": null, "issuance_id": null}')).* FROM voucher v`);
  expect(await judge()).toEqual(["I18", "I19"]);
});

test("a report that is refused stands in the way of its sequence", async () => {
  const tenant = await demo();
  await addSubstitute(system.db, tenant, { posNumber: 1, substitute: 501, types: [6] });
  await beginContingency(system.db, tenant);
  system.fate = movedFate;
  for (let count = 0; count < 2; count++) await system.post(invoiceB());
  expect(await readStanding(reader)).toEqual([]);
  await sql("UPDATE caea_report SET state = 'rejected'");
  const [first] = await sql<{ id: number }>("SELECT min(voucher_id) AS id FROM caea_report");
  expect(await readStanding(reader)).toEqual([
    { name: `report of voucher ${first?.id}`, place: "demo/homologation/501-6" },
  ]);
});

test("an issuance that is open is seen, and stands in the way once a person must decide", async () => {
  const [{ id }] = await submitFrom(await openQueue(2));
  expect(await listOpen(reader)).toEqual([
    { invariant: "I10", place, text: "2 issuances of demo/homologation/1-6 are open" },
  ]);
  expect(await readStanding(reader)).toEqual([]);
  await sql("UPDATE issuance SET operator_reason = 'see whose it is' WHERE id = $1", [id]);
  expect(await readStanding(reader)).toEqual([{ name: `issuance ${id}`, place }]);

  const asked = [id];
  expect(await listedOfOthers(reader, asked, { company: "demo", production: false })).toEqual([]);
  for (const other of [
    { company: "mono", production: false },
    { company: "demo", production: true },
  ])
    expect(await listedOfOthers(reader, asked, other)).toMatchObject([{ invariant: "I14" }]);
});

test("a voucher without a PDF is due, unless it rests after a failed try", async () => {
  expect((await system.post(invoiceB())).status).toBe(201);
  expect(await readPrints(reader)).toEqual({ made: 0, missing: 1, due: 1, tried: null });
  await sql(
    "INSERT INTO print_attempt (company_id, voucher_id, versions, attempt_count, due_at, reason) SELECT company_id, id, '1', 2, now() + interval '1 minute', 'hung' FROM voucher",
  );
  expect(await readPrints(reader)).toMatchObject({
    missing: 1,
    due: 0,
    tried: expect.stringMatching(/after 2 tries: hung/),
  });
  await sql("UPDATE print_attempt SET due_at = now() - interval '1 second'");
  expect(await readPrints(reader)).toMatchObject({ missing: 1, due: 1 });
  await sql("UPDATE voucher SET has_pdf = true");
  expect(await readPrints(reader)).toMatchObject({ made: 1, missing: 0, due: 0 });
});

test("a key waits for the verification of numbers under CAEA, and for nothing once that was done", async () => {
  await addSubstitute(system.db, await demo(), { posNumber: 1, substitute: 501, types: [6] });
  await openQueue(1);
  await sql("UPDATE issuance SET state = 'cancelled', settled_at = now()");
  expect(await readKeysInDoubt(reader)).toEqual([]);
  await sql("SELECT begin_incarnation(current_incarnation())");
  const name = "numbers under CAEA in homologation";
  expect(await readKeysInDoubt(reader)).toEqual([{ name, place }]);
  expect(await readStanding(reader)).toEqual([]);
  await sql("UPDATE sequence SET incarnation = current_incarnation() WHERE pos_number = 501");
  expect(await readKeysInDoubt(reader)).toEqual([]);
});

test("a key of an earlier history waits where another numbering of its company waits for a person, too", async () => {
  const open = await openLines(system);
  await open(1);
  await sql("UPDATE issuance SET state = 'cancelled', settled_at = now()");
  const [{ id }] = await submitFrom(await open(1));
  await sql("UPDATE issuance SET operator_reason = 'see whose it is' WHERE id = $1", [id]);
  expect(await readKeysInDoubt(reader)).toEqual([]);
  await sql("SELECT begin_incarnation(current_incarnation())");
  await sql("UPDATE sequence SET incarnation = current_incarnation(), unverified = false WHERE pos_number = 1");
  expect(await readKeysInDoubt(reader)).toEqual([{ name: `issuance ${id}`, place }]);
  await sql("UPDATE sequence SET incarnation = current_incarnation(), unverified = false");
  expect(await readKeysInDoubt(reader)).toEqual([]);
});

test.each([
  ["is seen", [], 1],
  ["is seen while a fault strikes something else", ["api", "issuer redis", "issuer authority"], 1],
  ["is not laid to an issuer that a fault holds up", ["issuer-2"], 0],
  ["is not laid to a connection that a fault holds up", ["issuer postgres"], 0],
])("an issuer's transaction that stays open without a statement %s", async (_what, touches, count) => {
  const disturbances = createDisturbances();
  const issuer = new pg.Client({ connectionString: asProcess(system.deps.config.DATABASE_URL, "issuer") });
  await issuer.connect();
  disturbances.begin(touches);
  const watch = await startWatch(reader, { disturbances, openForMs: 200 });
  await issuer.query("BEGIN");
  await issuer.query("SELECT 'a call to the authority'");
  await waitFor(async () => watch.found() > 3, { message: "the open transaction" });
  const violations = await watch.stop();
  await issuer.end();
  expect(violations).toHaveLength(count);
  for (const { invariant, text } of violations)
    expect(`${invariant} ${text}`).toMatch(/^I15 .*a call to the authority/);
});
