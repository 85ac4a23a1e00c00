import pg from "pg";
import { expect, test } from "vitest";
import { migrate } from "../../../shared/db/migrate/migrate.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { migrationsBefore } from "../../support/earlier-migrations.js";
import { storeWaitingVouchers } from "../../support/samples/waiting-vouchers.js";
import { createBareDatabase } from "../../support/servers/database.js";
import { asProcess, createTestRoles, testRoles } from "../../support/servers/process-roles.js";

const own = "20261209100000_company_of_followers";

test("what hangs on vouchers gets its company, who reads is never in a deadlock with the migration, and the version before goes on", async () => {
  await using database = await createBareDatabase();
  const { url } = database;
  await migrate(url, { folder: migrationsBefore(own) });
  const owner = await connect(url);
  await owner.query(`
    INSERT INTO company (id, code, cuit, name, tax_type) VALUES (1, 'a', '30712345671', 'A', 1), (2, 'b', '30712345671', 'B', 1);
    GRANT USAGE ON SCHEMA public, tenant TO ${testRoles.prefix}_renderer, ${testRoles.prefix}_api;
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${testRoles.prefix}_api;
    GRANT SELECT ON voucher TO ${testRoles.prefix}_renderer, ${testRoles.prefix}_api;
    GRANT SELECT, INSERT ON print_try TO ${testRoles.prefix}_renderer;
    GRANT SELECT, INSERT ON tenant.recipient TO ${testRoles.prefix}_api`);
  const { db, close } = openDatabase(url, { connections: 1 });
  const [first = 0] = await storeWaitingVouchers(db, { code: "a", production: true, count: 1 });
  const [second = 0] = await storeWaitingVouchers(db, { code: "b", production: true, count: 1 });
  await close();
  await owner.query(`
    INSERT INTO recipient (voucher_id, slot, email) SELECT id, 1, 'a@example.com' FROM voucher;
    INSERT INTO pdf (voucher_id, versions, storage_key, size_bytes) SELECT id, '1', 'key', 1 FROM voucher;
    INSERT INTO print_try (voucher_id, versions, tries, due_at) SELECT id, '1', 1, now() FROM voucher`);
  const renderer = await connect(asProcess(url, "renderer"));
  const tries = (versions: string) =>
    renderer.query({
      name: "tries",
      text: "INSERT INTO print_try (voucher_id, versions, tries, due_at) VALUES ($1, $2, 1, now())",
      values: [first, versions],
    });
  await tries("2");

  // It has read one table, and reads another while the migration waits for the first.
  const reader = await connect(url);
  await reader.query("BEGIN; SELECT count(*) FROM tenant.print_try");
  const migrated = migrate(url, { folder: migrationsBefore(`${own}_`) });
  const waits = () =>
    owner.query(
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%What hangs on vouchers says%'",
    );
  await expect.poll(async () => (await waits()).rowCount).toBe(1);
  await reader.query("SELECT count(*) FROM tenant.recipient");
  await reader.query("COMMIT");
  expect(await migrated).toContain(own);

  // The version before does not name the company.
  await tries("3");
  const api = await connect(asProcess(url, "api"));
  await api.query(
    "SELECT set_config('talonario.company', '2', false), set_config('talonario.production', 'true', false)",
  );
  const mails = (voucherId: number) =>
    api.query("INSERT INTO tenant.recipient (voucher_id, slot, email) VALUES ($1, 2, 'b@example.com')", [voucherId]);
  await mails(second);
  await expect(mails(first)).rejects.toThrow(/violates check option|permission denied/);
  for (const table of ["recipient", "pdf", "print_try"])
    expect([
      table,
      (
        await owner.query(
          `SELECT count(*)::int AS rows FROM ${table} JOIN voucher v ON v.id = voucher_id WHERE ${table}.company_id = v.company_id
           HAVING count(*) = (SELECT count(*) FROM ${table})`,
        )
      ).rows,
    ]).toEqual([table, [{ rows: { recipient: 3, pdf: 2, print_try: 4 }[table] }]]);

  await migrate(url);
  await createTestRoles(url);
  await Promise.all([owner, renderer, reader, api].map((client) => client.end()));
});

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}
