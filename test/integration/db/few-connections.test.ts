import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openPools } from "../../../api/databases/pools.js";
import { ofReplica, openReplica } from "../../../api/databases/replica.js";
import { openDatabases } from "../../../issuer/compose/open-databases.js";
import { Prisma } from "../../../shared/db/generated/client.js";
import { openConnections } from "../../../shared/db/pool/connections.js";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import { troubleOf } from "../../../shared/db/pool/database-trouble.js";
import { openTenantDatabase, tenantPath } from "../../../shared/db/pool/tenant-database.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { createDatabase, type TestDatabase } from "../../support/servers/database.js";

/** The fewest that a process may be given. */
const fewest = 4;

const noReplica = { read: undefined, close: async () => undefined };

const tenants: Tenant[] = [1, 2, 3].map((companyId) => ({ companyId, production: false }));

let database: TestDatabase;
let watcher: pg.Client;
beforeAll(async () => {
  database = await createDatabase();
  const name = new URL(database.url).pathname.slice(1);
  watcher = new pg.Client({ connectionString: database.url, application_name: "watcher" });
  await watcher.connect();
  // The operator's own setting, which the work keeps unless it asks for another.
  await watcher.query(`ALTER DATABASE ${pg.escapeIdentifier(name)} SET synchronous_commit = local`);
});
afterAll(async () => {
  await watcher?.end();
  await database?.drop();
});

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

/** With a replica from 8 on: it has a quarter of them. */
const given = [
  { connections: fewest, replica: false },
  ...[5, 6].map((connections) => ({ connections, replica: false })),
  ...[8, 12].flatMap((connections) => [false, true].map((replica) => ({ connections, replica }))),
];

test.each(given)(
  "with $connections connections, of a replica too: $replica, an API does everything that it is asked at once, and opens no more",
  async ({ connections, replica }) => {
    const ofReads = replica ? ofReplica(connections) : 0;
    const pools = openPools(database.url, connections - ofReads);
    const { read, ...second } =
      ofReads > 0 ? openReplica(pools, { url: database.url, connections: ofReads }) : noReplica;
    onTestFinished(async () => {
      await second.close();
      await pools.close();
    });
    const report = async (kind: "files" | "answers", tenant: Tenant) => {
      const snapshot = await (read
        ? read(tenant, (reads) => reads.openReport(kind, tenant))
        : pools.reports[kind].open(tenant));
      for await (const rows of snapshot.read(asked)) expect(rows.length).toBeGreaterThan(0);
      await snapshot.close();
    };
    const kinds = [pools.issuing, pools.pages, pools.reading, pools.administration].flatMap(({ of, ofNobody }) => [
      ...tenants.flatMap((tenant) => [
        () => of(tenant).$queryRaw(asked),
        () => of(tenant).$transaction(async (tx) => [await tx.$queryRaw(asked), await tx.$queryRaw(asked)]),
        () => read?.(tenant, ({ pages }) => pages.of(tenant).$queryRaw(asked)),
        () => read?.(tenant, ({ reading }) => reading.of(tenant).$queryRaw(asked)),
      ]),
      () => ofNobody.$queryRaw(asked),
    ]);
    const work = [
      ...kinds,
      () => pools.people.$queryRaw(asked),
      () => pools.people.$transaction((tx) => tx.$queryRaw(asked)),
      ...tenants.flatMap((tenant) => [() => report("files", tenant), () => report("answers", tenant)]),
    ];
    const all = Array.from({ length: 5 }, () => work.map((run) => run())).flat();
    const mostOpen = await mostOpenDuring(Promise.all(all));
    expect(mostOpen).toBeLessThanOrEqual(connections - 1);
    // One that is a primary itself is asked for nothing but how far it is.
    if (!replica) expect(mostOpen).toBe(connections - 1);
    const { most, waiting, open, idle } = pools.connections.count();
    expect({ most, waiting, idle }).toEqual({ most: connections - ofReads - 1, waiting: 0, idle: open });
    await second.close();
    await pools.close();
  },
);

test("a share gets no more connections than are left", async () => {
  const connections = openConnections(database.url, { connections: 3 });
  expect(connections.share(2).options.max).toBe(2);
  expect(() => connections.share(2)).toThrow(RangeError);
  expect(() => connections.share(0)).toThrow(RangeError);
  connections.share(1);
  expect(() => connections.share(1)).toThrow(RangeError);
  await connections.close();
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
    const hold = () => first.$queryRaw`SELECT pg_advisory_xact_lock_shared(7)::text`;
    const held = Promise.allSettled(Array.from({ length: 12 }, hold));
    await waitFor(async () => (await countWaiting()) > 0, { message: "the first tenant's statements" });
    expect(await second.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
    expect(await countWaiting()).toBeLessThanOrEqual(3);
    await watcher.query("SELECT pg_advisory_unlock(7)");
    await held;
    await pools.close();
  },
);

test.each([fewest, 12])(
  "with %d connections each kind of work has its settings, whichever connection it gets, and takes none of another's with it",
  async (connections) => {
    const pools = openPools(database.url, connections);
    const settings = Prisma.sql`
    SELECT current_setting('search_path') AS "searchPath", current_setting('statement_timeout') AS statement,
      current_setting('talonario.company') AS company, current_setting('lock_timeout') AS lock,
      current_setting('plan_cache_mode') AS plan, current_setting('synchronous_commit') AS commit`;
    const [tenant] = tenants as [(typeof tenants)[number]];
    const ofAll = { searchPath: "tenant,public", commit: "local", company: "1" };
    // Where one share serves nearly all, its writes set the longest wait for a lock.
    const lock = connections === fewest ? "5s" : "0";
    for (let round = 0; round < 3; round++) {
      for (const [db, set] of [
        [pools.issuing.of(tenant), { statement: "10s", lock: "5s", plan: "auto" }],
        [pools.pages.of(tenant), { statement: "15s", lock, plan: "force_generic_plan" }],
        [pools.reading.of(tenant), { statement: "15s", lock, plan: "auto" }],
        [pools.administration.of(tenant), { statement: "15s", lock: "5s", plan: "auto" }],
        [pools.people, { statement: "15s", lock: "5s", plan: "auto", company: "" }],
      ] as const) {
        expect(await db.$queryRaw(settings)).toEqual([{ ...ofAll, ...set }]);
        expect(await db.$transaction((tx) => tx.$queryRaw(settings))).toEqual([{ ...ofAll, ...set }]);
      }
    }
    await pools.close();
  },
);

test("what a server that crashes may forget is the share's own", async () => {
  const connections = openConnections(database.url, { connections: 2 });
  const forgetful = openDatabase(connections.share(1, { mayForget: true }));
  const careful = openDatabase(connections.share(1));
  const commit = Prisma.sql`SELECT current_setting('synchronous_commit') AS commit`;
  for (let round = 0; round < 2; round++) {
    expect(await forgetful.db.$queryRaw(commit)).toEqual([{ commit: "off" }]);
    expect(await careful.db.$queryRaw(commit)).toEqual([{ commit: "local" }]);
  }
  await Promise.all([forgetful.close(), careful.close()]);
  await connections.close();
});

test("of one share a kind of work leaves a connection to the others, and who waits for its bound is told as who waits for a connection", async () => {
  const connections = openConnections(database.url, { connections: 2, timeoutMs: 200 });
  const pool = connections.share(2, { searchPath: tenantPath });
  const reading = openTenantDatabase(pool, { perTenant: 1, most: 1 });
  const pages = openTenantDatabase(pool, { perTenant: 1 });
  const [first, second] = tenants as [Tenant, Tenant];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const long = reading.of(first).$transaction(async () => held);
  await waitFor(async () => connections.count().open - connections.count().idle === 1, {
    message: "the reading to begin",
  });
  const waits = reading.of(second).$queryRaw`SELECT 1`.catch((error) => error);
  await waitFor(async () => connections.count().waiting === 1, { message: "the second to wait" });
  // The database answers others meanwhile: it is there.
  let isOver = false;
  const others = (async () => {
    while (!isOver) await pages.of(second).$queryRaw(asked);
  })();
  expect(troubleOf(await waits)).toBe("slow");
  isOver = true;
  await others;
  // Nobody is answered meanwhile.
  expect(troubleOf(await reading.of(second).$queryRaw`SELECT 1`.catch((error) => error))).toBe("away");
  release();
  await long;
  expect(await reading.of(second).$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
  await Promise.all([reading.close(), pages.close()]);
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
