import pg from "pg";
import { expect, test } from "vitest";
import { openPools } from "../../../api/pools.js";
import { openDatabase } from "../../../shared/db/database.js";
import { findIssuances, issuanceStates } from "../../../shared/db/issuing/issuances.js";
import { listVouchers } from "../../../shared/db/listing/vouchers.js";
import { migrate } from "../../../shared/db/migrate/migrate.js";
import { startPostgres } from "../../../shared/sandbox/servers/embedded-postgres.js";
import { openExplained, stepsOf } from "../../support/readers/explained.js";
import { runIssuingStatements } from "../../support/samples/issuing-statements.js";
import { openLines } from "../../support/samples/waiting-lines.js";
import { createPartitionedDemo } from "../../support/servers/partitioned-database.js";
import { asProcess } from "../../support/servers/process-roles.js";

test("what issues a voucher and lists it looks into the parts of its company alone", async () => {
  await using database = await createPartitionedDemo(16);
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query("SELECT pg_stat_reset()");
  const { db, close } = openDatabase(database.url, { connections: 1, onePlan: true });
  const pools = openPools(asProcess(database.url, "api"), 4);
  const start = await openLines({ db, keys: database.keys });

  // A plan for any values comes after five with their own.
  for (let turn = 0; turn < 7; turn++) {
    const line = await start(5);
    const { companyId, production } = line.taken.key;
    const those = await runIssuingStatements(line);
    expect((await findIssuances(pools.issuing.ofNobody, those)).size).toBe(2);
    expect(await issuanceStates(pools.issuing.ofNobody, those)).toHaveLength(2);
    const scope = { companyId, production };
    const reads = { reading: pools.reading.of(scope), pages: pools.pages.of(scope) };
    const page = await listVouchers(reads, scope, { filters: [], ordering: byId, limit: 50, offset: 0 });
    expect(page.total).toBe(2 * (turn + 1));
  }
  await Promise.all([close(), pools.close()]);

  // The counts are told when a connection ends. The index of open numbers is read whole, in each part: it has a handful of entries in all.
  const touched = async () => {
    const { rows } = await owner.query<{ remainder: string; tables: string[] }>(`
      SELECT right(relname, 3) AS remainder, array_agg(DISTINCT left(relname, -4) ORDER BY left(relname, -4)) AS tables FROM pg_stat_user_tables
      WHERE schemaname = 'partitions' AND (seq_scan + coalesce(idx_tup_fetch, 0) + n_tup_ins + n_tup_upd > 0 OR relname NOT LIKE 'issuance\\_%' AND idx_scan > 0) GROUP BY 1`);
    return rows;
  };
  await expect.poll(async () => (await touched()).flatMap(({ tables }) => tables)).toContain("voucher");
  const { rows: where } = await owner.query(
    "SELECT DISTINCT right(tableoid::regclass::text, 3) AS remainder FROM voucher",
  );
  expect(await touched()).toEqual([
    { remainder: where[0]?.remainder, tables: expect.arrayContaining(["issuance", "voucher"]) },
  ]);
  await owner.end();
});

test("a page of a listing is prepared for the parts of its company alone", async () => {
  await using database = await createPartitionedDemo(16);
  const { db, close } = openDatabase(database.url, { connections: 1, onePlan: true });
  const line = await (await openLines({ db, keys: database.keys }))(5);
  await runIssuingStatements(line);
  await close();
  const { companyId, production } = line.taken.key;
  const explained = await openExplained(database.url);
  await explained.db.$queryRaw`SELECT set_config('search_path', 'tenant, public', false),
    set_config('talonario.company', ${`${companyId}`}, false), set_config('talonario.production', ${`${production}`}, false)`;
  explained.takeRan();
  const scope = { companyId, production };
  const reads = { reading: explained.db, pages: explained.db };
  const page = await listVouchers(reads, scope, { filters: [], ordering: byId, limit: 50, offset: 0 });
  expect(page.total).toBeGreaterThan(0);

  const plans = explained
    .takeRan()
    .filter(({ plan }) => stepsOf(plan).some((step) => step["Relation Name"]?.startsWith("voucher_")));
  expect(plans.length).toBeGreaterThan(0);
  // What is left out before it runs is not in the plan.
  for (const { name, plan } of plans) {
    const parts = stepsOf(plan).flatMap((step) => /_(\d{3})$/.exec(step["Relation Name"] ?? "")?.[1] ?? []);
    expect([name, new Set(parts).size]).toEqual([name, 1]);
  }
  await explained.close();
});

// 18.0 to 18.6 choose parts badly in a statement that waited for a locked row.
test.each(["oldest", "newest"] as const)("parts are chosen where PostgreSQL does it safely: %s", async (version) => {
  const server = await startPostgres({ durable: false, version });
  await migrate(server.url, { partitions: 2 });
  const { db, close } = openDatabase(server.url, { connections: 1 });
  const [row] = await db.$queryRaw<{ chosen: string; server: number }[]>`
    SELECT current_setting('enable_partition_pruning') AS chosen, current_setting('server_version_num')::int AS server`;
  await close();
  await server.stop();
  const isBad = row !== undefined && (row.server === 190_000 || (row.server >= 180_000 && row.server < 180_007));
  expect(row).toMatchObject({ chosen: isBad ? "off" : "on" });
});

const byId = [
  {
    field: { column: "id", type: "integer" as const, index: "voucher_listing", lookup: "alone" as const },
    descending: true,
  },
];
