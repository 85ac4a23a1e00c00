import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openPools } from "../../../api/databases/pools.js";
import { openDatabases } from "../../../issuer/compose/open-databases.js";
import { Prisma } from "../../../shared/db/generated/client.js";
import { openConnections } from "../../../shared/db/pool/connections.js";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import { openTenantDatabase } from "../../../shared/db/pool/tenant-database.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { openForFile } from "../../support/open-for-file.js";
import { createDatabase } from "../../support/servers/database.js";

/** The fewest that a process may be given. */
const fewest = 4;

const tenants = [1, 2, 3].map((companyId) => ({ companyId, production: false }));

const database = await openForFile(createDatabase);
const name = new URL(database.url).pathname.slice(1);
const watcher = new pg.Client({ connectionString: database.url, application_name: "watcher" });
beforeAll(async () => {
  await watcher.connect();
  // The operator's own setting, which the work keeps unless it asks for another.
  await watcher.query(`ALTER DATABASE ${pg.escapeIdentifier(name)} SET synchronous_commit = local`);
});
afterAll(() => watcher.end());

async function countOpen(): Promise<number> {
  const { rows } = await watcher.query(
    // PostgreSQL's own workers look after the database too.
    `SELECT count(*)::int AS open FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND application_name <> 'watcher'`,
  );
  return rows[0].open;
}

/** Statements that wait for the watcher's lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await watcher.query(
    "SELECT count(*)::int AS waiting FROM pg_locks WHERE locktype = 'advisory' AND objid = 7 AND NOT granted",
  );
  return rows[0].waiting;
}

/** Runs `work`, and tells how many connections were seen open at most. */
async function mostOpenDuring(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  let most = 0;
  const watching = (async () => {
    while (!isOver) most = Math.max(most, await countOpen());
  })();
  await work.finally(() => {
    isOver = true;
  });
  await watching;
  return most;
}

const asked = Prisma.sql`SELECT name FROM public.plan CROSS JOIN pg_sleep(0.002)`;

test("with the fewest connections an API does everything that it is asked at once, with all kinds of work at the same time", async () => {
  const pools = openPools(database.url, fewest);
  const report = async (kind: "files" | "answers", companyId: number) => {
    const snapshot = await pools.reports[kind].open({ companyId, production: false });
    for await (const rows of snapshot.read(asked)) expect(rows.length).toBeGreaterThan(0);
    await snapshot.close();
  };
  const kinds = [pools.issuing, pools.pages, pools.reading, pools.administration].flatMap(({ of, ofNobody }) => [
    ...tenants.flatMap((tenant) => [
      () => of(tenant).$queryRaw(asked),
      () => of(tenant).$transaction(async (tx) => [await tx.$queryRaw(asked), await tx.$queryRaw(asked)]),
    ]),
    () => ofNobody.$queryRaw(asked),
  ]);
  const work = [
    ...kinds,
    () => pools.people.$queryRaw(asked),
    () => pools.people.$transaction((tx) => tx.$queryRaw(asked)),
    () => report("files", 1),
    () => report("answers", 2),
  ];
  const all = Array.from({ length: 5 }, () => work.map((run) => run())).flat();
  expect(await mostOpenDuring(Promise.all(all))).toBe(fewest - 1);
  expect(pools.connections.count()).toMatchObject({ waiting: 0, open: 3, idle: 3 });
  await pools.close();
});

test("issuing goes on while files, long reading and people keep what they have", async () => {
  const pools = openPools(database.url, fewest);
  const [first, second] = tenants as [{ companyId: number; production: boolean }, (typeof tenants)[number]];
  const file = await pools.reports.files.open(first);
  const reading = pools.reading.of(second).$queryRaw`SELECT pg_sleep(60)::text`.catch((error) => error);
  const isReading = async () =>
    (await watcher.query("SELECT FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%' AND pid <> pg_backend_pid()"))
      .rowCount === 1;
  await waitFor(isReading, { message: "the reading to begin" });
  expect(pools.connections.count().open).toBe(2);
  for (let round = 0; round < 20; round++) await pools.issuing.of(first).$queryRaw`SELECT 1`;
  // The reading's own limit is longer than this test's patience.
  const { rows } = await watcher.query(
    "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%' AND pid <> pg_backend_pid()",
  );
  expect(rows).toHaveLength(1);
  expect(await reading).toBeInstanceOf(Error);
  await pools.people.$queryRaw`SELECT 1`;
  await file.close();
  await pools.close();
});

test.each([["issuing"], ["pages"], ["reading"], ["administration"]] as const)(
  "a tenant holds its share of the connections for %s, and another's statement has one at once",
  async (kind) => {
    const pools = openPools(database.url, 12);
    const [first, second] = [1, 2].map((companyId) => pools[kind].of({ companyId, production: false })) as [
      Database,
      Database,
    ];
    await watcher.query("SELECT pg_advisory_lock(7)");
    const free = () => watcher.query("SELECT pg_advisory_unlock_all()");
    onTestFinished(async () => void (await free()));
    let ended = 0;
    const hold = () =>
      first.$queryRaw`SELECT pg_advisory_xact_lock_shared(7)::text`.finally(() => {
        ended += 1;
      });
    const held = Promise.allSettled(Array.from({ length: 12 }, hold));
    await waitFor(async () => (await countWaiting()) > 0, { message: "the first tenant's statements" });
    // So many trips that the first tenant would have taken all that it may.
    for (let trip = 0; trip < 100; trip++) expect(await second.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
    // None of the first tenant's had to end, by its time-out, before another's could begin.
    expect([ended, await countWaiting()]).toEqual([0, expect.toSatisfy((waiting: number) => waiting <= 4)]);
    await free();
    await held;
    await pools.close();
  },
);

test("each kind of work has its own settings, whichever connection it gets, and takes none of another's with it", async () => {
  const pools = openPools(database.url, fewest);
  const settings = Prisma.sql`
    SELECT current_setting('search_path') AS "searchPath", current_setting('statement_timeout') AS statement,
      current_setting('lock_timeout') AS lock, current_setting('plan_cache_mode') AS plan, current_setting('synchronous_commit') AS commit`;
  const [tenant] = tenants as [(typeof tenants)[number]];
  const tenantPath = { searchPath: "tenant,public", commit: "local" };
  for (let round = 0; round < 3; round++) {
    expect(await pools.issuing.of(tenant).$queryRaw(settings)).toEqual([
      { ...tenantPath, statement: "10s", lock: "5s", plan: "auto" },
    ]);
    expect(await pools.pages.of(tenant).$queryRaw(settings)).toEqual([
      { ...tenantPath, statement: "10s", lock: "0", plan: "force_generic_plan" },
    ]);
    expect(await pools.people.$queryRaw(settings)).toEqual([
      { searchPath: "public", commit: "local", statement: "15s", lock: "0", plan: "auto" },
    ]);
  }
  await pools.close();
  const connections = openConnections(database.url, { connections: 1 });
  const forgetful = openDatabase(connections, { mayForget: true });
  const careful = openDatabase(connections);
  const commit = Prisma.sql`SELECT current_setting('synchronous_commit') AS commit`;
  for (let round = 0; round < 2; round++) {
    expect(await forgetful.db.$queryRaw(commit)).toEqual([{ commit: "off" }]);
    expect(await careful.db.$queryRaw(commit)).toEqual([{ commit: "local" }]);
  }
  await Promise.all([forgetful.close(), careful.close()]);
  await connections.close();
});

test("kinds that come by turns keep connections of their own while there may be more", async () => {
  const connections = openConnections(database.url, { connections: 2 });
  const [first, second] = [openTenantDatabase(connections, { perTenant: 1 }), openDatabase(connections)];
  const [tenant] = tenants as [(typeof tenants)[number]];
  const pid = Prisma.sql`SELECT pg_backend_pid() AS pid`;
  const seen = [];
  for (let round = 0; round < 4; round++)
    seen.push([await first.of(tenant).$queryRaw(pid), await second.db.$queryRaw(pid)]);
  expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(connections.count()).toMatchObject({ open: 2 });
  await Promise.all([first.close(), second.close()]);
  await connections.close();
});

test("with the fewest connections an issuer has one for its vouchers whatever else it does", async () => {
  const { issuing, db, connections, close } = openDatabases(
    { DATABASE_URL: database.url, DATABASE_CONNECTIONS: fewest },
    undefined,
  );
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const others = Array.from({ length: 5 }, () =>
    db.$transaction(async (tx) => [await tx.$queryRaw(asked), await held]),
  );
  await waitFor(async () => connections.count().waiting === 3, { message: "the others to wait" });
  await issuing.$queryRaw`SELECT 1`;
  release();
  await Promise.all(others);
  await close();
});
