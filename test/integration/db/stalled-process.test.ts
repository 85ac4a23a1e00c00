import { expect, test } from "vitest";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { openTenantDatabase } from "../../../shared/db/pool/tenant-database.js";
import { createDemoDatabase } from "../../support/servers/demo-database.js";

/** As a host does that has no time for the process. */
function standStill(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

test("a process that stood still while a statement ran takes its answer: it was there all the time", async () => {
  const database = await createDemoDatabase();
  // A connection that gives no answer breaks 5 seconds after a statement may have run.
  const { db, close } = openDatabase(database.url, { connections: 2, statementMs: 500 });
  const one = () => [db.$queryRaw`SELECT 1 AS one`, db.$transaction((tx) => tx.$queryRaw`SELECT 1 AS one`)];
  await Promise.all(one());
  const asked = Promise.all(one());
  await new Promise((resolve) => setImmediate(resolve));
  standStill(5_700);
  expect(await asked).toEqual([[{ one: 1 }], [{ one: 1 }]]);
  await close();
  await database.drop();
});

test("a process that stood still while it connected goes on: its database was there all the time", async () => {
  const database = await createDemoDatabase();
  const { db, close } = openDatabase(database.url, { connections: 1 });
  const tenants = openTenantDatabase(database.url, { connections: 1, perTenant: 1 });
  const tenant = tenants.of({ companyId: 1, production: false });
  const asked = Promise.allSettled([
    db.$queryRaw`SELECT 1 AS one`,
    tenant.$queryRaw`SELECT 1 AS one`,
    tenants.ofNobody.$queryRaw`SELECT 1 AS one`,
    tenant.$transaction((tx) => tx.$queryRaw`SELECT 1 AS one`),
  ]);
  await new Promise((resolve) => setImmediate(resolve));
  standStill(5_200);
  const one = { status: "fulfilled", value: [{ one: 1 }] };
  expect(await asked).toEqual([one, one, one, one]);
  await Promise.all([close(), tenants.close()]);
  await database.drop();
});
