import { expect, test } from "vitest";
import { beginIncarnation, detectLoss, readIncarnation } from "../../../shared/db/incarnation/incarnation.js";
import { acquireSequence, isCurrent } from "../../../shared/db/issuing/sequences.js";
import { findQueued } from "../../../shared/db/issuing/submissions.js";
import { submitNext } from "../../../shared/db/issuing/write-ahead.js";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { openLines } from "../../support/samples/waiting-lines.js";
import { whileHeld } from "../../support/samples/while-held.js";
import { createDatabase, createDatabaseFrom } from "../../support/servers/database.js";
import { asProcess } from "../../support/servers/process-roles.js";

const system = await openForFile(openIssuingApp);
const { db } = system;
const start = await openLines(system);

/** What a dump that is loaded does to every row: it is written by another transaction. */
const loadAgain = (on: Database) => on.$executeRaw`UPDATE database_incarnation SET incarnation = incarnation`;

const counters = (on: Database) =>
  on.$queryRaw<{ name: string; last: number; bits: number }[]>`
    SELECT sequencename AS name, coalesce(last_value, 0) AS last, CASE data_type WHEN 'bigint'::regtype THEN 64 ELSE 32 END AS bits FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`;

test("freezing, packing and analysing the row of the history changes nothing", async () => {
  const history = await readIncarnation(db);
  expect(history).toBeGreaterThan(0);
  for (const how of ["FREEZE", "FULL", "FREEZE, FULL", "ANALYZE"])
    await db.$executeRawUnsafe(`VACUUM (${how}) database_incarnation`);
  expect(await readIncarnation(db)).toBe(history);
});

test("a row that was loaded is of no history, and the next taking begins one", async () => {
  const { taken } = await start(1);
  const before = await readIncarnation(db);
  await loadAgain(db);
  expect(await readIncarnation(db)).toBe(0);
  expect(await isCurrent(db, taken)).toBe(false);
  const again = await acquireSequence(db, taken.key);
  expect(again).toMatchObject({ unverified: true });
  expect(await readIncarnation(db)).not.toBe(before);
  expect(await isCurrent(db, again)).toBe(true);
  expect(await findQueued(db, [taken.key])).toEqual(new Map());
});

test("many who notice at once begin one history", async () => {
  await loadAgain(db);
  const noticed = await Promise.all(Array.from({ length: 8 }, () => detectLoss(db)));
  expect(new Set(noticed)).toEqual(new Set([await readIncarnation(db)]));
  const [history = 0] = noticed;
  const renewed = await Promise.all(Array.from({ length: 8 }, () => beginIncarnation(db, history)));
  expect(new Set(renewed).size).toBe(1);
  expect(renewed).not.toContain(history);
});

test.each([0, 1])("a history that is renewed while a statement waits for lock %i numbers nothing", async (held) => {
  const lines = [await start(1), await start(1)];
  const orders = lines.map(({ taken }) => ({ taken, limit: 1 }));
  const renewed = await whileHeld(
    db,
    async (tx) => {
      await tx.$queryRaw`SELECT FROM sequence WHERE id = ${lines[held]?.taken.id} FOR UPDATE`;
      return beginIncarnation(tx, await readIncarnation(tx));
    },
    () => submitNext(db, orders),
  );
  expect(renewed.result.map(({ outcome }) => outcome)).toEqual(["superseded", "superseded"]);
  const posNumber = { in: lines.map(({ taken }) => taken.key.posNumber) };
  expect(await db.issuance.count({ where: { posNumber, state: "queued", number: null } })).toBe(2);
});

test("without the row nothing is taken, because it is still to be loaded, until a person says so", async () => {
  const { taken } = await start(0);
  await db.$executeRaw`DELETE FROM database_incarnation`;
  expect(await readIncarnation(db)).toBe(0);
  await expect(acquireSequence(db, taken.key)).rejects.toThrow("the row of database_incarnation is missing");
  expect(await beginIncarnation(db, 0)).toBe(await readIncarnation(db));
  expect(await acquireSequence(db, taken.key)).toMatchObject({ unverified: true });
});

test("the ids of all tables move on, and the places in lines do not", async () => {
  const before = await counters(db);
  await beginIncarnation(db, await readIncarnation(db));
  for (const [at, { name, last, bits }] of (await counters(db)).entries()) {
    const least = name === "issuance_queue_position" ? 0 : bits === 64 ? 1_000_000 : 1_000;
    expect(last - (before[at]?.last ?? 0), name).toBeGreaterThanOrEqual(least);
    if (name === "issuance_queue_position") expect(last).toBe(before[at]?.last);
  }
  // However often: ids never end.
  for (let again = 0; again < 60; again++) await beginIncarnation(db, await readIncarnation(db));
  for (const { name, last } of await counters(db)) {
    expect(last, name).toBeLessThan(2 ** 53);
  }
  await db.$executeRaw`SELECT nextval('voucher_id_seq'), nextval('issuance_id_seq')`;
});

test("a table that somebody else made in the schema keeps no history from beginning, and its ids stay", async () => {
  await db.$executeRaw`CREATE TABLE elses (id BIGSERIAL)`;
  await db.$executeRaw`INSERT INTO elses DEFAULT VALUES`;
  const before = await readIncarnation(db);
  expect(await beginIncarnation(db, before)).not.toBe(before);
  expect((await counters(db)).find(({ name }) => name === "elses_id_seq")).toMatchObject({ last: 1 });
  await db.$executeRaw`DROP TABLE elses`;
});

test("a database in which nothing was issued keeps its ids, and no two begin with the same history", async () => {
  await using one = await createDatabase();
  await using other = await createDatabaseFrom(new URL(one.url).pathname.slice(1));
  const histories: number[] = [];
  for (const { url } of [one, other]) {
    const opened = openDatabase(url, { connections: 1 });
    histories.push(await readIncarnation(opened.db));
    const before = await counters(opened.db);
    await beginIncarnation(opened.db, await readIncarnation(opened.db));
    expect(await counters(opened.db)).toEqual(before);
    await opened.close();
  }
  expect(histories).not.toContain(0);
  expect(new Set(histories).size).toBe(2);
});

test("the API notices what the database shows, and cannot say so of its own", async () => {
  const api = openDatabase(asProcess(system.deps.config.DATABASE_URL, "api"), { connections: 1 });
  const history = await readIncarnation(api.db);
  expect(await detectLoss(api.db)).toBe(history);
  await expect(beginIncarnation(api.db, history)).rejects.toThrow("permission denied");
  await api.close();
});
