import { expect, test } from "vitest";
import { migrate } from "../../shared/db/migrate/migrate.js";
import { openDatabase } from "../../shared/db/pool/database.js";
import { createProbe } from "../../shared/db/pool/probe.js";
import { createReadiness } from "../../shared/process/readiness.js";
import type { ProbedRedis } from "../../shared/queues/redis-breaker.js";
import { waitFor } from "../sandbox/wait-for.js";
import { createBareDatabase } from "../support/servers/database.js";

const set = async () => "OK" as const;
const redis = { status: "ready", set } as ProbedRedis;
const away = { status: "reconnecting", set } as ProbedRedis;
const full = { status: "ready", set: () => Promise.reject(new Error("MISCONF")) } as unknown as ProbedRedis;

test("PostgreSQL and its migrations decide whether a process is ready, and Redis is only reported", async () => {
  const { url } = await createBareDatabase();
  const { db, close } = openDatabase(url);
  const stopping = new AbortController();
  const probe = createProbe(url);
  const find = createReadiness({ db, probe, redis, stopping: stopping.signal });
  const found = { database: true, migrations: true, redis: true, stopping: false };

  expect(await find()).toEqual({ ...found, ok: false, migrations: false });
  await migrate(url);
  expect(await find()).toEqual({ ...found, ok: true });
  expect(await createReadiness({ db, probe, redis, stopping: undefined, isOpen: () => false })()).toEqual({
    ...found,
    ok: false,
  });
  await db.$executeRaw`INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at) VALUES ('later', '', '99990101000000_later', now())`;
  expect(await createReadiness({ db, probe, redis: away, stopping: undefined })()).toEqual({
    ...found,
    ok: true,
    redis: false,
  });
  expect(await createReadiness({ db, probe, redis: full, stopping: undefined })()).toMatchObject({
    ok: true,
    redis: false,
  });
  await db.$executeRaw`DELETE FROM "_prisma_migrations" WHERE migration_name LIKE '%_initial'`;
  expect(await createReadiness({ db, probe, redis, stopping: undefined })()).toMatchObject({
    ok: false,
    migrations: false,
  });

  stopping.abort();
  expect(await find()).toEqual({ ...found, ok: false, stopping: true });
  await close();
});

test("a process's other needs also decide, and a server that does not answer counts as missing", async () => {
  const { db, close } = openDatabase("postgresql://nobody@127.0.0.1:1/nothing");
  const find = createReadiness({
    db,
    probe: createProbe("postgresql://nobody@127.0.0.1:1/nothing"),
    redis,
    stopping: undefined,
    needs: { browser: async () => Promise.reject(new Error("it crashed")) },
    reports: { weather: async () => true },
  });
  expect(await find()).toEqual({
    ok: false,
    database: false,
    migrations: false,
    browser: false,
    weather: true,
    redis: true,
    stopping: false,
  });
  await close();
});

test("a process that gets no new connection is not ready, however well those that are open answer", async () => {
  const { url } = await createBareDatabase();
  await migrate(url);
  const role = `ready_${Date.now()}`;
  const owner = openDatabase(url, { connections: 1 });
  await owner.db.$executeRawUnsafe(`CREATE ROLE ${role} LOGIN PASSWORD 'first-secret'`);
  await owner.db.$executeRawUnsafe(`GRANT SELECT ON "_prisma_migrations" TO ${role}`);
  const own = new URL(url);
  [own.username, own.password] = [role, "first-secret"];
  const { db, close } = openDatabase(own.href, { connections: 1 });
  const find = createReadiness({ db, probe: createProbe(own.href), redis, stopping: undefined });
  expect(await find()).toMatchObject({ ok: true, database: true });

  // The connection that is open goes on; a request that finds it busy is refused.
  await owner.db.$executeRawUnsafe(`ALTER ROLE ${role} PASSWORD 'second-secret'`);
  await waitFor(async () => !(await find()).ok, { message: "the process not to be ready" });
  expect(await find()).toMatchObject({ database: false, migrations: true });
  expect(await db.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
  await owner.db.$executeRawUnsafe(`ALTER ROLE ${role} PASSWORD 'first-secret'`);
  await waitFor(async () => (await find()).ok, { message: "the process to be ready" });

  // A server that takes no changes serves no sale.
  await owner.db.$executeRawUnsafe(`ALTER ROLE ${role} SET default_transaction_read_only = on`);
  await waitFor(async () => !(await find()).ok, { message: "the process to miss a server that takes changes" });
  await close();
  await owner.db.$executeRawUnsafe(`DROP OWNED BY ${role}`);
  await owner.db.$executeRawUnsafe(`DROP ROLE ${role}`);
  await owner.close();
});

test("whoever asks how often it is ready opens one connection a second", async () => {
  const { url } = await createBareDatabase();
  await migrate(url);
  const owner = openDatabase(url, { connections: 1 });
  const name = `probe ${Date.now()}`;
  const own = new URL(url);
  own.searchParams.set("application_name", name);
  let opened = 0;
  const probe = createProbe(own.href, async () => {
    opened += 1;
  });
  await Promise.all(Array.from({ length: 20 }, probe));
  expect(opened).toBe(1);
  // None of them stays.
  await waitFor(
    async () =>
      (await owner.db.$queryRaw<unknown[]>`SELECT 1 FROM pg_stat_activity WHERE application_name = ${name}`).length ===
      0,
    { message: "the connection to end" },
  );
  await owner.close();
});
