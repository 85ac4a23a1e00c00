import { once } from "node:events";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { openPools } from "../../../api/databases/pools.js";
import { openReplica, type ReplicaRead } from "../../../api/databases/replica.js";
import { Prisma } from "../../../shared/db/generated/client.js";
import { hasReplayed, readCommitPoint } from "../../../shared/db/incarnation/commit-point.js";
import { migrate } from "../../../shared/db/migrate/migrate.js";
import { keepToOneServer } from "../../../shared/db/pool/one-server.js";
import { openTenantDatabase } from "../../../shared/db/pool/tenant-database.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { type PostgresPair, startPostgresPair } from "../../support/servers/standby.js";
import { startTcpProxy, type TcpProxy } from "../../support/servers/tcp-proxy.js";

let pair: PostgresPair;
let proxy: TcpProxy;
let pools: ReturnType<typeof openPools>;
beforeAll(async () => {
  pair = await startPostgresPair({ prepare: (url) => migrate(url) });
  proxy = await startTcpProxy(pair.standbyUrl);
  pools = openPools(pair.primaryUrl, 8);
  await pair.onPrimary(
    `INSERT INTO company (id, code, cuit, name, tax_type) VALUES (1, 'one', '30712345671', 'One', 1), (2, 'two', '20111111112', 'Two', 1)`,
  );
  await pair.onPrimary(
    `INSERT INTO usage_period (company_id, period_start, used_production) VALUES (1, '2026-11-01', 0), (2, '2026-11-01', 0)`,
  );
});
afterAll(async () => {
  await pools?.close();
  await proxy?.close();
  await pair?.[Symbol.asyncDispose]();
});

const one: Tenant = { companyId: 1, production: true };

/** A replica through the proxy. Its memory of what was away is its own. */
function open(clock?: { nowMs: number }): ReplicaRead {
  const { read, close } = openReplica(pools, {
    ...{ url: proxy.url, connections: 3 },
    ...(clock && { nowMs: () => clock.nowMs }),
  });
  onTestFinished(close);
  return read;
}

interface Seen {
  by: "replica" | "primary";
  used: number;
}

const asked = Prisma.sql`
  SELECT CASE WHEN pg_is_in_recovery() THEN 'replica' ELSE 'primary' END AS by, (SELECT used_production FROM usage_period) AS used`;
async function look(read: ReplicaRead, tenant = one): Promise<Seen> {
  const [seen] = await read(tenant, ({ reading }) => reading.of(tenant).$queryRaw<[Seen]>(asked));
  return seen;
}

/** It may have been behind for a moment. */
const untilReplica = (read: ReplicaRead, clock = { nowMs: 0 }) =>
  expect
    .poll(
      () => {
        clock.nowMs += 5_000;
        return look(read);
      },
      { timeout: 15_000, interval: 50 },
    )
    .toMatchObject({ by: "replica" });

const sell = async ({ companyId }: Tenant) => {
  const [row] = await pair.onPrimary<{ used: number }>(
    "UPDATE usage_period SET used_production = used_production + 1 WHERE company_id = $1 RETURNING used_production AS used",
    [companyId],
  );
  return row?.used;
};

beforeEach(async () => {
  await proxy.pass();
  await pair.catchUp();
});

test("a company reads its replica, and what it committed a moment before is there, whoever answers", async () => {
  const read = open();
  await untilReplica(read);
  for (let round = 0; round < 30; round++) {
    const used = await sell(one);
    expect((await look(read)).used).toBe(used);
  }
  await untilReplica(read);
});

test("a report is read from the replica, and while it has no connection for one, from the primary", async () => {
  const read = open();
  await untilReplica(read);
  const place = async () => {
    const snapshot = await read(one, ({ openReport }) => openReport("files", one));
    for await (const [row] of snapshot.read<Seen>(asked)) return { snapshot, by: row?.by };
    throw new Error("a row was read");
  };
  const reports = [await place(), await place(), await place()];
  expect(reports.map(({ by }) => by)).toEqual(["replica", "replica", "primary"]);
  for (const { snapshot } of reports) await snapshot.close();
  const again = await place();
  expect(again.by).toBe("replica");
  await again.snapshot.close();
});

test("while the replica stands still, what it lacks is read from the primary, and the replica is asked once a second", async () => {
  const clock = { nowMs: 0 };
  const read = open(clock);
  await pair.onStandby("SELECT pg_wal_replay_pause()");
  const used = await sell(one);
  expect(await look(read)).toEqual({ by: "primary", used });
  await pair.onStandby("SELECT pg_wal_replay_resume()");
  await pair.catchUp();
  clock.nowMs += 999;
  expect(await look(read)).toEqual({ by: "primary", used });
  clock.nowMs += 1;
  await untilReplica(read, clock);
  expect((await look(read)).used).toBe(used);
});

test.each([
  ["is away", () => proxy.refuse()],
  ["gives no answer", async () => proxy.stall()],
])("a replica that %s costs one request a moment, and the others nothing", async (_, happens) => {
  const clock = { nowMs: 0 };
  const read = open(clock);
  await untilReplica(read, clock);
  await happens();
  const startedMs = performance.now();
  expect(await look(read)).toMatchObject({ by: "primary" });
  expect(performance.now() - startedMs).toBeLessThan(2_000);
  await proxy.pass();
  clock.nowMs += 4_999;
  expect(await look(read)).toMatchObject({ by: "primary" });
  clock.nowMs += 1;
  // A connection that was on its way when the proxy stalled may still have to end.
  await untilReplica(read, clock);
});

test("what the replica cannot answer is asked of the primary; what is wrong with the statement itself is not", async () => {
  const read = open();
  await untilReplica(read);
  let asks = 0;
  const conflict = Object.assign(new Error("canceling statement due to conflict with recovery"), { code: "40001" });
  const failOnce = async () => {
    asks++;
    if (asks === 1) throw conflict;
    return asks;
  };
  expect(await read(one, failOnce)).toBe(2);
  const other = open();
  await untilReplica(other);
  await expect(other(one, ({ reading }) => reading.of(one).$queryRaw`SELECT 1 / 0`)).rejects.toThrow(
    /division by zero/,
  );
});

test("a primary that is slow is not given the replica's reading as well", async () => {
  const clock = { nowMs: 0 };
  const read = open(clock);
  const lookWhileBusy = async () => {
    clock.nowMs += 5_000;
    // They take the company's turns at the primary.
    const busy = [1, 2, 3].map(() => pools.pages.of(one).$queryRaw`SELECT pg_sleep(0.4)::text`);
    const seen = await look(read);
    await Promise.all(busy);
    return seen;
  };
  await expect.poll(lookWhileBusy, { timeout: 15_000, interval: 50 }).toMatchObject({ by: "replica" });
});

test("a report that the replica cut off is made by the primary when it is asked for again, and those of others by the replica", async () => {
  const clock = { nowMs: 0 };
  const read = open(clock);
  await untilReplica(read, clock);
  const openOne = (tenant: Tenant) => read(tenant, ({ openReport }) => openReport("files", tenant));
  const placeOf = async (tenant: Tenant) => {
    const snapshot = await openOne(tenant);
    const { value } = await snapshot.read<Seen>(asked).next();
    await snapshot.close();
    return value?.[0]?.by;
  };
  const report = await openOne(one);
  const pieces = report.read<{ pid: number }>(Prisma.sql`SELECT pg_backend_pid() AS pid FROM generate_series(1, 2000)`);
  const { value: piece } = await pieces.next();
  // As a conflict with what the replica has to apply does it, after a while.
  await pair.onStandby("SELECT pg_terminate_backend($1)", [piece?.[0]?.pid]);
  await expect(pieces.next()).rejects.toThrow();
  await report.close();

  expect(await placeOf(one)).toBe("primary");
  const replicaMakes = (tenant: Tenant, stepMs: number) =>
    expect
      .poll(
        () => {
          clock.nowMs += stepMs;
          return placeOf(tenant);
        },
        { timeout: 15_000, interval: 50 },
      )
      .toBe("replica");
  await replicaMakes({ ...one, companyId: 2 }, 1_000);
  await replicaMakes(one, 600_000);
});

test("where an address leads to several servers, all connections are to one of them, until they have ended", async () => {
  const accept = keepToOneServer();
  const connectTo = async (connectionString: string) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    const end = async () => {
      const ended = once(client, "end");
      await Promise.all([client.end(), ended]);
    };
    return { client, end };
  };
  const [one, same] = [await connectTo(pair.standbyUrl), await connectTo(pair.standbyUrl)];
  const other = await connectTo(pair.primaryUrl);
  await accept(one.client);
  await accept(same.client);
  await expect(accept(other.client)).rejects.toThrow("leads to several servers");
  await one.end();
  await expect(accept(other.client)).rejects.toThrow("leads to several servers");
  await same.end();
  await accept(other.client);
  await other.end();
});

test("a replica that follows a primary which was left behind is not level, however long its log is and whatever was sold", async () => {
  const standby = openTenantDatabase(pair.standbyUrl, { perTenant: 1 });
  await pair.onStandby("SELECT pg_wal_replay_pause()");
  // The primary that took over notes that commits were lost. What the other one has of it is the log before.
  await pair.onPrimary("SELECT begin_incarnation(current_incarnation())");
  const mark = await readCommitPoint(pools.pages.of(one));
  expect(await hasReplayed(standby.of(one), { ...mark, position: "0/0" })).toBe(false);
  expect(await hasReplayed(standby.of(one), { ...mark, position: "0/0", history: 0 })).toBe(false);
  await pair.onStandby("SELECT pg_wal_replay_resume()");
  await pair.catchUp();
  expect(await hasReplayed(standby.of(one), mark)).toBe(true);
  await standby.close();
});

// The last one: it parts the two for ever.
test("a replica that became a server of its own is no replica", async () => {
  const read = open();
  await untilReplica(read);
  await pair.promote();
  await expect.poll(async () => (await pair.onStandby("SELECT pg_is_in_recovery() AS stands"))[0]?.stands).toBe(false);
  expect(await look(open())).toMatchObject({ by: "primary" });
});
