import pg from "pg";
import { expect, test } from "vitest";
import { purgeExchanges } from "../../../shared/db/issuing/exchanges.js";
import { purgeAuditLog } from "../../../shared/db/listing/audit-log.js";
import { compareGrants } from "../../../shared/db/migrate/compare-grants.js";
import { migrate } from "../../../shared/db/migrate/migrate.js";
import { tablesByMonth } from "../../../shared/db/migrate/months.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { purgeDeliveries } from "../../../shared/db/webhooks/purge.js";
import { migrationsBefore } from "../../support/earlier-migrations.js";
import { createBareDatabase } from "../../support/servers/database.js";
import { asProcess, createTestRoles, testRoles } from "../../support/servers/process-roles.js";

const own = "20261207200000_partitions_by_month";

const record =
  "INSERT INTO exchange (issuance_ids, operation, request, outcome, started_at, took_ms) VALUES ($1, 'F', 'r', 'o', now(), 1) RETURNING id::int";

test("a filled database keeps its rows, their ids and everybody's rights, and the version before goes on", async () => {
  await using database = await createBareDatabase();
  const { url } = database;
  await migrate(url, { folder: migrationsBefore(own) });
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query(`
    INSERT INTO company (id, code, cuit, name, tax_type) VALUES (1, 'a', '30712345671', 'A', 1);
    INSERT INTO exchange (issuance_ids, operation, request, outcome, started_at, took_ms, created_at)
      SELECT ARRAY[g], 'F', 'r', 'o', now(), 1, now() - g * interval '1 day' FROM generate_series(0, 120) g;
    INSERT INTO audit_entry (company_id, action, actor_type, created_at) SELECT 1, 'a', 'admin', now() - g * interval '1 day' FROM generate_series(0, 120) g;
    INSERT INTO webhook (id, company_id, production, url, events) VALUES (1, 1, true, 'https://example.com', '{*}');
    INSERT INTO webhook_delivery (webhook_id, company_id, production, event_id, type, body, created_at)
      SELECT 1, 1, true, 'e', 'ping', '{}', now() - g * interval '1 day' FROM generate_series(0, 120) g;
    GRANT USAGE ON SCHEMA public TO ${testRoles.prefix}_issuer;
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${testRoles.prefix}_issuer;
    GRANT SELECT (id), INSERT ON exchange TO ${testRoles.prefix}_issuer`);
  const before = new pg.Client({ connectionString: asProcess(url, "issuer") });
  await before.connect();
  const insert = () => before.query({ name: "record", text: record, values: [[1]] });
  for (let count = 0; count < 6; count++) await insert();

  // Somebody reads for long. The migration waits for the end of that, and who writes does not.
  const reader = new pg.Client({ connectionString: url });
  await reader.connect();
  await reader.query("BEGIN; SELECT count(*) FROM exchange");
  const migrated = migrate(url);
  const isAtIt = () =>
    owner.query(
      "SELECT FROM pg_stat_activity WHERE query LIKE '%partition for each month%' AND pid <> pg_backend_pid()",
    );
  await expect.poll(async () => (await isAtIt()).rowCount).toBe(1);
  expect((await insert()).rows).toEqual([{ id: 128 }]);
  await reader.query("COMMIT");
  await reader.end();
  expect(await migrated).toContain(own);
  expect((await insert()).rows).toEqual([{ id: 129 }]);
  expect(await migrate(url)).toEqual([]);

  const { rows } = await owner.query<{ table: string; rows: number; months: number }>(
    `SELECT 'exchange' AS table, (SELECT count(*)::int FROM exchange_default) AS rows, (SELECT count(*)::int FROM months_of('exchange')) AS months
     UNION ALL SELECT 'audit_entry', (SELECT count(*)::int FROM audit_entry_default), (SELECT count(*)::int FROM months_of('audit_entry'))
     UNION ALL SELECT 'webhook_delivery', (SELECT count(*)::int FROM webhook_delivery_default), (SELECT count(*)::int FROM months_of('webhook_delivery'))`,
  );
  expect(rows, "what was there stays in the default partition, and the next two months have theirs").toEqual([
    { table: "exchange", rows: 129, months: 2 },
    { table: "audit_entry", rows: 121, months: 2 },
    { table: "webhook_delivery", rows: 121, months: 2 },
  ]);
  for (const table of tablesByMonth)
    expect((await owner.query(`SELECT count(*)::int AS rows FROM ${table}`)).rows).toEqual([
      { rows: rows.find((one) => one.table === table)?.rows },
    ]);

  await createTestRoles(url);
  const issuer = openDatabase(asProcess(url, "issuer"), { connections: 1 });
  const mailer = openDatabase(asProcess(url, "mailer"), { connections: 1 });
  const whole = openDatabase(url, { connections: 1 });
  expect(await compareGrants(whole.db, testRoles.prefix)).toEqual({ beyond: [], missing: [] });
  expect(await purgeExchanges(issuer.db, 7)).toBe(31);
  await purgeAuditLog(issuer.db, 7);
  expect(await whole.db.auditEntry.count()).toBe(97);
  expect(await purgeDeliveries(mailer.db, 7)).toBe(91);
  for (const { close } of [issuer, mailer, whole]) await close();
  await before.end();
  await owner.end();
});
