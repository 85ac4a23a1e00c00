import { expect, test } from "vitest";
import { openDatabase } from "../../shared/db/database.js";
import { migrate } from "../../shared/db/migrate/migrate.js";
import type { Watched } from "../../shared/queues/redis-watch.js";
import { createReadiness } from "../../shared/readiness.js";
import { createBareDatabase } from "../support/servers/database.js";

const set = async () => "OK" as const;
const redis = { status: "ready", set } as Watched;
const away = { status: "reconnecting", set } as Watched;
const full = { status: "ready", set: () => Promise.reject(new Error("MISCONF")) } as unknown as Watched;

test("PostgreSQL and its migrations decide whether a process is ready, and Redis is only reported", async () => {
  const { url } = await createBareDatabase();
  const { db, close } = openDatabase(url);
  const stopping = new AbortController();
  const find = createReadiness({ db, redis, stopping: stopping.signal });
  const found = { database: true, migrations: true, redis: true, stopping: false };

  expect(await find()).toEqual({ ...found, ok: false, migrations: false });
  await migrate(url);
  expect(await find()).toEqual({ ...found, ok: true });
  await db.$executeRaw`INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at) VALUES ('later', '', '99990101000000_later', now())`;
  expect(await createReadiness({ db, redis: away, stopping: undefined })()).toEqual({
    ...found,
    ok: true,
    redis: false,
  });
  expect(await createReadiness({ db, redis: full, stopping: undefined })()).toMatchObject({ ok: true, redis: false });
  await db.$executeRaw`DELETE FROM "_prisma_migrations" WHERE migration_name LIKE '%_initial'`;
  expect(await createReadiness({ db, redis, stopping: undefined })()).toMatchObject({ ok: false, migrations: false });

  stopping.abort();
  expect(await find()).toEqual({ ...found, ok: false, stopping: true });
  await close();
});

test("a process's other needs also decide, and a server that does not answer counts as missing", async () => {
  const { db, close } = openDatabase("postgresql://nobody@127.0.0.1:1/nothing");
  const find = createReadiness({
    db,
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
