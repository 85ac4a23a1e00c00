import fc from "fast-check";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { openConnections } from "../../../shared/db/pool/connections.js";
import { openPool } from "../../../shared/db/pool/pool.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { openForFile } from "../../support/open-for-file.js";
import { propertyRuns } from "../../support/samples/property-runs.js";
import { createDatabase } from "../../support/servers/database.js";

const database = await openForFile(createDatabase);
const operator = new pg.Pool({ connectionString: database.url, application_name: "operator" });
afterAll(() => operator.end());

const openHere = "datname = current_database() AND backend_type = 'client backend' AND application_name <> 'operator'";

async function countOpen(): Promise<number> {
  const { rows } = await operator.query(`SELECT count(*)::int AS open FROM pg_stat_activity WHERE ${openHere}`);
  return rows[0].open;
}

const terminate = (pid: number) => operator.query("SELECT pg_terminate_backend($1)", [pid]);

const hasEnded = (client: pg.PoolClient): Promise<void> => new Promise((ended) => client.once("end", ended));

async function pidOf(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
  return rows[0].pid;
}

test("an idle connection that its server ends is dropped, and one in use when it comes back", async () => {
  const connections = openConnections(database.url, { connections: 2 });
  const pool = openPool(connections, {});
  const [idle, used] = [await pool.connect(), await pool.connect()];
  const pids = [await pidOf(idle), await pidOf(used)];
  idle.release();
  const ended = hasEnded(used);
  for (const pid of pids) await terminate(pid);
  await ended;
  await waitFor(() => connections.count().idle === 0, { message: "the idle connection to be dropped" });
  await expect(pidOf(used)).rejects.toThrow();
  expect(connections.count().open).toBe(1);
  used.release();
  expect(connections.count()).toMatchObject({ open: 0, idle: 0 });
  const next = await pool.connect();
  expect(pids).not.toContain(await pidOf(next));
  next.release();
  await connections.close();
});

test("a closed database is left at once by what is idle, and by the rest when it comes back", async () => {
  const connections = openConnections(database.url, { connections: 2 });
  const pool = openPool(connections, {});
  const [idle, used] = [await pool.connect(), await pool.connect()];
  idle.release();
  const closing = connections.close();
  await waitFor(async () => (await countOpen()) === 1, { message: "the idle connection to end" });
  await expect(pool.connect()).rejects.toThrow("closed");
  expect(await pidOf(used)).toBeGreaterThan(0);
  used.release();
  await closing;
  await waitFor(async () => (await countOpen()) === 0, { message: "the other one to end" });
});

const step = fc.record({ kind: fc.nat(1), breaks: fc.constantFrom("none", "none", "none", "while idle", "in use") });

test("whatever the server ends, each statement gets a connection that lives, and no more are open than may be", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const connections = openConnections(database.url, { connections: 3 });
      const pools = [openPool(connections, { statementMs: 5_000 }), openPool(connections, { statementMs: 6_000 })];
      const ran = steps.map(async ({ kind, breaks }) => {
        const client = await (pools[kind] as pg.Pool).connect();
        const pid = await pidOf(client).catch((failure) => {
          client.release(failure);
          throw failure;
        });
        if (breaks === "in use") {
          const ended = hasEnded(client);
          await terminate(pid);
          await ended;
        }
        client.release();
        if (breaks === "while idle") await terminate(pid);
      });
      let isOver = false;
      const running = Promise.allSettled(ran).finally(() => {
        isOver = true;
      });
      while (!isOver) expect(connections.count().open, `${await countOpen()}`).toBeLessThanOrEqual(3);
      const failures = (await running).filter(({ status }) => status === "rejected");
      // Whoever was lent one at the moment in which it was ended.
      expect(failures.length).toBeLessThanOrEqual(steps.filter(({ breaks }) => breaks === "while idle").length);
      await waitFor(
        async () => {
          const { open, idle } = connections.count();
          return open === idle;
        },
        { message: "all to come back" },
      );
      await connections.close();
    }),
    propertyRuns(20),
  );
});
