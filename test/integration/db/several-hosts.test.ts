import { afterAll, beforeAll, expect, test } from "vitest";
import { connectClient } from "../../../shared/config/database-hosts.js";
import { Prisma } from "../../../shared/db/generated/client.js";
import { migrate, pendingMigrations } from "../../../shared/db/migrate/migrate.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { troubleOf } from "../../../shared/db/pool/database-trouble.js";
import { createProbe } from "../../../shared/db/pool/probe.js";
import { openTenantDatabase } from "../../../shared/db/pool/tenant-database.js";
import { type PostgresPair, startPostgresPair } from "../../support/servers/standby.js";

let pair: PostgresPair;
beforeAll(async () => {
  pair = await startPostgresPair({ prepare: (url) => migrate(url) });
});
afterAll(() => pair?.[Symbol.asyncDispose]());

const tenant = { companyId: 1, production: false };

// The last test promotes the standby.
test("of two hosts the one that takes changes is used, by pools, the probe, the migration and single clients", async () => {
  expect(await migrate(pair.url)).toEqual([]);
  expect(await pendingMigrations(pair.url)).toEqual([]);
  const client = await connectClient(pair.url);
  expect((await client.query("SELECT pg_is_in_recovery() AS standby")).rows).toEqual([{ standby: false }]);
  await client.end();
  await createProbe(pair.url)();
  const { db, close } = openDatabase(pair.url, { connections: 4 });
  const seen = await Promise.all(
    Array.from({ length: 20 }, () => db.$queryRaw<[{ standby: boolean }]>`SELECT pg_is_in_recovery() AS standby`),
  );
  expect(seen.flat().filter(({ standby }) => standby)).toEqual([]);
  expect(await db.plan.count()).toBeGreaterThanOrEqual(0);
  await close();
});

test("where no host takes changes that is told as the database's, and not waited for", async () => {
  const only = new URL(pair.standbyUrl);
  const url = pair.url.replace(/@.*\//, `@${only.host},127.0.0.1:1/`);
  const { db, close } = openDatabase(url, { timeoutMs: 20_000 });
  const startedMs = performance.now();
  const error = await db.$queryRaw`SELECT 1`.catch((failure) => failure);
  expect(["readOnly", "away"]).toContain(troubleOf(error));
  expect(performance.now() - startedMs).toBeLessThan(10_000);
  await close();
});

test("one host, however its server is set, is asked nothing beyond the statement's own", async () => {
  const { db, close } = openDatabase(pair.standbyUrl);
  expect(await db.$queryRaw`SELECT pg_is_in_recovery() AS standby`).toEqual([{ standby: true }]);
  await close();
});

test("a host that takes no changes any more is left: a statement is done again on the other one, a transaction fails as the database's", async () => {
  const options = { connections: 1 };
  const { db, close } = openDatabase(pair.url, options);
  const tenants = openTenantDatabase(pair.url, { ...options, perTenant: 1 });
  const add = Prisma.sql`INSERT INTO public.plan (name, monthly_vouchers) VALUES (gen_random_uuid()::text, 1)`;
  const change = () => db.$executeRaw(add);
  const ofTenant = () => tenants.of(tenant).$executeRaw(add);
  const transaction = () => db.$transaction((tx) => tx.$executeRaw(add));
  for (const run of [change, ofTenant, transaction]) await run();
  await pair.catchUp();

  await pair.promote();
  await pair.onPrimary("ALTER SYSTEM SET default_transaction_read_only = on");
  await pair.onPrimary("SELECT pg_reload_conf()");
  // The server's processes hear of it after a moment, each by itself.
  await expect
    .poll(
      async () =>
        transaction().then(
          () => "done",
          (error) => troubleOf(error),
        ),
      { timeout: 10_000, interval: 20 },
    )
    .toBe("readOnly");
  await transaction();
  await change();
  await ofTenant();
  const [row] = await pair.onStandby("SELECT count(*)::int AS plans FROM plan");
  expect(row?.plans).toBeGreaterThan(1);
  await Promise.all([close(), tenants.close()]);
});
