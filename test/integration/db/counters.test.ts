import { expect, test } from "vitest";
import { checkCounters } from "../../../api/admin/doctor/upkeep-checks.js";
import { listFreedOf } from "../../../shared/db/adoption/claimants.js";
import { beginIncarnation, readIncarnation } from "../../../shared/db/incarnation/incarnation.js";
import { acquireSequence } from "../../../shared/db/issuing/sequences.js";
import { settleWithoutVoucher } from "../../../shared/db/issuing/settle-issuances.js";
import { renumber, submitNext } from "../../../shared/db/issuing/write-ahead.js";
import { savePerson } from "../../../shared/db/people/people.js";
import { countersLeft } from "../../../shared/db/pool/counters.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { openLines, submitFrom } from "../../support/samples/waiting-lines.js";
import { asProcess } from "../../support/servers/process-roles.js";

const system = await openForFile(openIssuingApp);
const { db } = system;
const start = await openLines(system);

async function lastOf(counter: string): Promise<number> {
  const [{ last }] = await db.$queryRaw<[{ last: number }]>`
    SELECT coalesce(pg_sequence_last_value(${counter}::regclass), 0) AS last`;
  return last;
}

/** What has 32 bits, and why no retry ends it: only a person or an administrator makes a row, and what finds its row draws nothing. */
const narrow = {
  api_key_id_seq: "made by a person",
  certificate_id_seq: "made by a person, for a year or two",
  company_id_seq: "made by the operator",
  membership_id_seq: "made by an invitation, which is counted by day",
  person_id_seq: "made by an invitation, which is counted by day",
  plan_id_seq: "made by the operator",
  point_of_sale_id_seq: "made by a person, or once for each that the authority tells",
  webhook_id_seq: "made by a person, twenty for a company",
  webhook_secret_id_seq: "made by a person, two for a webhook",
};

test("every counter that a taking, a retry or a renewal draws from has 64 bits", async () => {
  const counters = await db.$queryRaw<{ name: string }[]>`
    SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public' AND data_type <> 'bigint'::regtype ORDER BY 1`;
  expect(counters.map(({ name }) => name)).toEqual(Object.keys(narrow));
  const columns = await db.$queryRaw<unknown[]>`
    SELECT a.attrelid::regclass::text AS "table", a.attname AS name FROM pg_constraint k
    JOIN pg_attribute f ON f.attrelid = k.confrelid AND f.attnum = k.confkey[1]
    JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
    WHERE k.contype = 'f' AND cardinality(k.conkey) = 1 AND a.atttypid <> f.atttypid`;
  expect(columns, "columns that are narrower than what they name").toEqual([]);
});

test("a numbering whose id needs 64 bits settles, renumbers and remembers like any other", async () => {
  await db.$queryRaw`SELECT setval('sequence_id_seq', greatest(nextval('sequence_id_seq'), 4294967296))`;
  const line = await start(2);
  expect(line.taken.id).toBeGreaterThan(2 ** 32);
  const [first] = await submitFrom(line);
  const moved = await renumber(db, line.taken, first, {
    lastNumber: 5,
    authorityTimeMs: null,
    isForeign: true,
    isRemembered: true,
  });
  if (!moved) throw new Error("it was not renumbered");
  const refused = { code: "TAXAUTH_ERROR" as const, reasons: [] };
  expect(await settleWithoutVoucher(db, line.taken, moved, "rejected", refused, { isRemembered: true })).toBe(true);
  expect(await listFreedOf(db, line.taken, first.id)).toEqual([1, 6]);
});

test("taking a numbering that has a row draws no id", async () => {
  const { taken } = await start(1);
  const before = await lastOf("sequence_id_seq");
  for (let again = 1; again <= 100; again++)
    expect(await acquireSequence(db, taken.key)).toMatchObject({ id: taken.id, epoch: taken.epoch + again });
  expect(await lastOf("sequence_id_seq")).toBe(before);
});

test("many who take a numbering for the first time at once make one row, and each has an epoch of its own", async () => {
  const { taken } = await start(0);
  const key = { ...taken.key, voucherType: 8 };
  const all = await Promise.all(Array.from({ length: 8 }, () => acquireSequence(db, key)));
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  expect(all.map(({ epoch }) => epoch).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(all.map(({ unverified }) => unverified)).not.toContain(true);
});

test("inviting a person who is known draws no id", async () => {
  const save = () => db.$transaction((tx) => savePerson(tx, "ana@example.com"));
  const id = await save();
  const before = await lastOf("person_id_seq");
  for (let again = 0; again < 10; again++) expect(await save()).toBe(id);
  expect(await lastOf("person_id_seq")).toBe(before);
});

test("a numbering with an id of more than 32 bits is taken, and gives numbers", async () => {
  await db.$executeRaw`SELECT setval('sequence_id_seq', 2147483647)`;
  const { taken } = await start(1);
  expect(taken.id).toBeGreaterThan(2 ** 31 - 1);
  await db.$executeRaw`UPDATE sequence SET last_number = 0 WHERE id = ${taken.id}`;
  expect(await submitNext(db, [{ taken, limit: 1 }])).toMatchObject([{ outcome: "submitted" }]);
});

test("a renewal of the history moves the ids of administration by thousands", async () => {
  await start(1);
  const before = new Map<string, number>();
  for (const name of Object.keys(narrow)) before.set(name, await lastOf(name));
  for (let again = 0; again < 3; again++) await beginIncarnation(db, await readIncarnation(db));
  for (const [name, last] of before) {
    expect((await lastOf(name)) - last, name).toBeGreaterThanOrEqual(3_000);
    expect((await lastOf(name)) - last, name).toBeLessThanOrEqual(24_000);
  }
});

test("the API reads what is left of each counter, and doctor names the one that ends", async () => {
  expect(await checkCounters(db)).toMatchObject({ ok: true });
  await db.$executeRaw`SELECT setval('plan_id_seq', 2000000000)`;
  const api = openDatabase(asProcess(system.deps.config.DATABASE_URL, "api"), { connections: 1 });
  const left = new Map((await countersLeft(api.db)).map(({ counter, left }) => [counter, left]));
  await api.close();
  expect(await checkCounters(db)).toMatchObject({ ok: false, detail: "only 6.9 % of plan_id_seq is left" });
  expect(left.get("plan_id_seq")).toBeCloseTo(0.0687, 3);
  expect(left.get("sequence_id_seq")).toBeGreaterThan(0.99);
});
