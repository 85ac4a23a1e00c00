import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkMonths } from "../../../api/admin/doctor/upkeep-checks.js";
import { rotateMonths, type TableByMonth, tablesByMonth } from "../../../shared/db/migrate/months.js";
import { processRoles } from "../../../shared/db/migrate/process-grants.js";
import { ownerName } from "../../../shared/db/migrate/set-grants.js";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import { createDatabase, type TestDatabase } from "../../support/servers/database.js";
import { asProcess, testRoles } from "../../support/servers/process-roles.js";

let database: TestDatabase;
let owner: pg.Client;
let issuer: Database;
let close: () => Promise<void>;
beforeEach(async () => {
  database = await createDatabase();
  owner = await connect();
  // What a test makes is then the role's that drops it.
  await owner.query(`SET ROLE ${ownerName(testRoles.prefix)}`);
  await owner.query("INSERT INTO company (id, code, cuit, name, tax_type) VALUES (1, 'a', '30712345671', 'A', 1)");
  ({ db: issuer, close } = openDatabase(asProcess(database.url, "issuer"), { connections: 2 }));
});
afterEach(async () => {
  await close();
  await owner.end();
  await database.drop();
});

async function connect(url = database.url): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** A row of the table that was recorded at this time, which is an expression. */
const insertInto: Record<TableByMonth, (at: string) => string> = {
  exchange: (at) => `INSERT INTO exchange (issuance_ids, operation, request, outcome, started_at, took_ms, created_at)
    VALUES ('{1}', 'FECAESolicitar', '<sent/>', 'unknown', now(), 1, ${at})`,
  audit_entry: (at) =>
    `INSERT INTO audit_entry (company_id, action, actor_type, created_at) VALUES (1, 'pos.create', 'admin', ${at})`,
  webhook_delivery: (
    at,
  ) => `INSERT INTO webhook_delivery (webhook_id, company_id, production, event_id, type, body, created_at)
    VALUES (1, 1, true, 'evt_1', 'ping', '{}', ${at})`,
};
/** For how many days rows are kept: what api/README.md promises, and a week more of audit entries. */
const days: Record<TableByMonth, number> = { exchange: 90, audit_entry: 97, webhook_delivery: 30 };

const month = (back: number) =>
  `date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '${back} months'`;
const nameOf = async (table: string, at: string): Promise<string> => {
  const { rows } = await owner.query(`SELECT to_char((${at}) AT TIME ZONE 'UTC', 'YYYY_MM') AS month`);
  return `${table}_${rows[0].month}`;
};
/** Where the rows are, the oldest first. */
const placesOf = async (table: string): Promise<string[]> => {
  const { rows } = await owner.query(`SELECT tableoid::regclass::text AS place FROM ${table} ORDER BY created_at, id`);
  return rows.map(({ place }) => place);
};
const monthsOf = async (table: string): Promise<string[]> => {
  const { rows } = await owner.query("SELECT name FROM months_of($1) ORDER BY ends", [table]);
  return rows.map(({ name }) => name);
};
const makeMonth = (table: string, at: string) =>
  owner.query(`SELECT make_month($1, date_trunc('month', (${at}) AT TIME ZONE 'UTC'))`, [table]);

describe.each(tablesByMonth)("%s", (table) => {
  const insert = (at: string) => owner.query(insertInto[table](at));
  /** The first moment of the month in which the oldest row that is still kept would be. */
  const edge = `date_trunc('month', (now() - interval '${days[table]} days') AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'`;
  const lastOver = `${edge} - interval '1 millisecond'`;

  test("a row goes to its month, and to the default partition when its month has none", async () => {
    for (const at of [
      month(12),
      `${month(0)} - interval '1 millisecond'`,
      month(0),
      "now()",
      `${month(-1)} - interval '1 millisecond'`,
      month(-1),
      month(-2),
      month(-3),
    ])
      await insert(at);
    const [one, two, three] = await Promise.all([0, -1, -2].map((back) => nameOf(table, month(back))));
    expect(await placesOf(table)).toEqual([
      `${table}_default`,
      `${table}_default`,
      one,
      one,
      one,
      two,
      three,
      `${table}_default`,
    ]);
    expect(await monthsOf(table)).toEqual([one, two, three]);
  });

  test("a month goes when its last day is over, and no sooner", async () => {
    for (const at of [lastOver, edge]) {
      await makeMonth(table, at);
      await insert(at);
    }
    await makeMonth(table, `${edge} - interval '45 days'`);
    const stays = await monthsOf(table);
    const gone = stays.splice(0, 2);
    expect(await rotateMonths(issuer, table)).toEqual(gone);
    expect(await monthsOf(table)).toEqual(stays);
    expect(await placesOf(table)).toEqual([await nameOf(table, edge)]);
    expect(await rotateMonths(issuer, table)).toEqual([]);
  });

  test("nobody but the issuer calls, and it makes and drops nothing else", async () => {
    for (const process of processRoles) {
      const client = await connect(asProcess(database.url, process));
      for (const name of ["make_months", "drop_past_month"]) {
        const called = client.query(`SELECT public.${name}($1)`, [table]);
        if (process === "issuer") await called;
        else await expect(called).rejects.toThrow("permission denied");
        await expect(client.query(`SELECT public.${name}('voucher')`)).rejects.toThrow(
          /has no months|permission denied/,
        );
      }
      for (const statement of [
        `SELECT public.make_month('${table}', now()::timestamp)`,
        `DROP TABLE public.${await nameOf(table, "now()")}`,
        `SELECT FROM public.${await nameOf(table, "now()")}`,
        `SELECT * FROM public.${table}_default`,
      ])
        await expect(client.query(statement), statement).rejects.toThrow(/permission denied|must be owner/);
      await client.end();
    }
  });

  test("when this month has no partition, rows come in all the same, and the months after it get theirs", async () => {
    const [now, ...later] = await monthsOf(table);
    for (const name of [now, ...later]) await owner.query(`DROP TABLE ${name}`);
    await insert("now()");
    expect(await placesOf(table)).toEqual([`${table}_default`]);
    await rotateMonths(issuer, table);
    expect(await monthsOf(table)).toEqual(later);
    await insert("now()");
    await insert(month(-1));
    expect(await placesOf(table)).toEqual([`${table}_default`, `${table}_default`, later[0]]);
  });

  test("a month is not made beside a row of it that is on its way to the default partition", async () => {
    const names = await monthsOf(table);
    for (const name of names) await owner.query(`DROP TABLE ${name}`);
    await owner.query("SELECT pg_advisory_lock(77)");
    const writer = await connect();
    // It has looked for its partitions, and waits before it asks them.
    const inserted = writer.query(
      insertInto[table](`(SELECT ${month(-1)} FROM (SELECT pg_advisory_xact_lock(77)) AS held)`),
    );
    const isWaiting = async () =>
      (await owner.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).rowCount === 1;
    await expect.poll(isWaiting).toBe(true);
    await rotateMonths(issuer, table);
    await owner.query("SELECT pg_advisory_unlock(77)");
    await inserted;
    await writer.end();
    expect(await placesOf(table)).toEqual([`${table}_default`]);
    await rotateMonths(issuer, table);
    expect(await monthsOf(table)).toEqual([names[0], names[2]]);
  });

  test("while months are dropped, no insert is refused, not even one into such a month", async () => {
    const past = [1, 40, 80, 120, 160].map((back) => `${edge} - interval '${back} days'`);
    for (const [at, months] of [
      ["now()", past],
      [lastOver, [lastOver]],
    ] as const) {
      for (const one of months) await makeMonth(table, one);
      await underInserts(table, at, async () => {
        // A month that is in use is left for the next call.
        for (let gone = 0; gone < months.length; ) gone += (await rotateMonths(issuer, table)).length;
      });
    }
    expect(new Set(await placesOf(table))).toEqual(new Set([`${table}_default`, await nameOf(table, "now()")]));
  });

  test("a month that somebody reads is left, nobody who writes waits for long, and it goes later", async () => {
    await makeMonth(table, lastOver);
    const reader = await connect();
    await reader.query("BEGIN");
    await reader.query(`SELECT count(*) FROM ${table}`);
    const began = performance.now();
    const [dropped] = await Promise.all([rotateMonths(issuer, table), insert("now()")]);
    expect(dropped).toEqual([]);
    // 50 ms for the lock; the rest is a slow machine. Without a bound it would wait for the reader.
    expect(performance.now() - began).toBeLessThan(10_000);
    await reader.query("COMMIT");
    await reader.end();
    expect(await rotateMonths(issuer, table)).toHaveLength(1);
  });

  test("two issuers at once drop each month once", async () => {
    for (const back of [1, 40, 80]) await makeMonth(table, `${edge} - interval '${back} days'`);
    const both = await Promise.all([rotateMonths(issuer, table), rotateMonths(issuer, table)]);
    expect([...both.flat(), ...(await rotateMonths(issuer, table))]).toHaveLength(3);
  });
});

test("the doctor tells of a month that nobody made, and of one that stays although it is over", async () => {
  const { db: whole, close: closeWhole } = openDatabase(database.url, { connections: 1 });
  expect(await checkMonths(whole)).toMatchObject({ ok: true });
  const next = await nameOf("exchange", month(-1));
  await owner.query(`DROP TABLE ${next}`);
  expect(await checkMonths(whole)).toMatchObject({
    ok: false,
    detail: expect.stringContaining("next month of exchange"),
  });
  const old = "now() - interval '200 days'";
  await makeMonth("audit_entry", old);
  const detail = expect.stringContaining(`in ${await nameOf("audit_entry", old)} is kept`);
  expect(await checkMonths(whole)).toMatchObject({ ok: false, detail });
  for (const table of tablesByMonth) await rotateMonths(issuer, table);
  expect(await checkMonths(whole)).toMatchObject({ ok: true });
  await closeWhole();
});

/** Does the work while four connections insert rows of this time, one after the other. None of them may fail. */
async function underInserts(table: TableByMonth, at: string, work: () => Promise<void>): Promise<void> {
  let isOver = false;
  const clients = await Promise.all([1, 2, 3, 4].map(() => connect()));
  const inserting = clients.map(async (client) => {
    let inserted = 0;
    for (; !isOver; inserted++) await client.query(insertInto[table](at));
    return inserted;
  });
  await work().finally(() => {
    isOver = true;
  });
  const counts = await Promise.all(inserting);
  for (const client of clients) await client.end();
  for (const count of counts) expect(count).toBeGreaterThan(0);
}
