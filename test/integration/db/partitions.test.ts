import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { projectFolder } from "../../../shared/assets.js";
import { openDatabase } from "../../../shared/db/database.js";
import { compareGrants } from "../../../shared/db/migrate/compare-grants.js";
import { migrate, migrationNames } from "../../../shared/db/migrate/migrate.js";
import { completeParts } from "../../../shared/db/migrate/partitions/complete-parts.js";
import { partitionTables } from "../../../shared/db/migrate/partitions/partition-tables.js";
import { partitionedTables } from "../../../shared/db/migrate/partitions/partitioned-tables.js";
import { contentOf } from "../../support/readers/database-content.js";
import { schemaShape } from "../../support/readers/schema-shape.js";
import { createBareDatabase, type TestDatabase } from "../../support/servers/database.js";
import { dumpDatabase, hasPgDump } from "../../support/servers/database-dump.js";
import { createTestRoles } from "../../support/servers/process-roles.js";

/** The first migration after which the tables can be partitioned. */
const firstOfPartitions = "20261212110000_companies_of_two_types";
const next = "99990101000000_next";

/** The migrations from the first to the last one given, and a made-up one after them, in a folder of their own. */
function migrations(last = migrationNames().at(-1) ?? "", nextSql?: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const from = path.join(projectFolder, "prisma/migrations");
  for (const name of migrationNames())
    if (name <= last) cpSync(path.join(from, name), path.join(folder, name), { recursive: true });
  if (nextSql !== undefined) {
    mkdirSync(path.join(folder, next));
    writeFileSync(path.join(folder, next, "migration.sql"), nextSql);
  }
  return folder;
}

async function connect({ url }: TestDatabase): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // The database is dropped first.
  client.on("error", () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const later = `
  ALTER TABLE voucher ADD COLUMN later_note text, ADD CONSTRAINT later_short CHECK (char_length(later_note) < 9);
  ALTER TABLE recipient ADD COLUMN later_kind integer NOT NULL DEFAULT 1;
  CREATE INDEX voucher_later ON voucher (company_id, later_note) WHERE later_note IS NOT NULL;
  CREATE UNIQUE INDEX recipient_later ON recipient (company_id, voucher_id, later_kind, slot);
  CREATE TRIGGER later_is_kept BEFORE TRUNCATE ON recipient FOR EACH STATEMENT EXECUTE FUNCTION never_truncated();
  CREATE OR REPLACE VIEW tenant.voucher AS SELECT * FROM public.voucher
    WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;`;

test("every migration runs on partitions, and leaves the same as it does before they are made", async () => {
  await using early = await createBareDatabase();
  await migrate(early.url, { folder: migrations(firstOfPartitions), partitions: 2 });
  await migrate(early.url, { folder: migrations(undefined, later) });

  await using late = await createBareDatabase();
  await migrate(late.url, { folder: migrations(undefined, later), partitions: 2 });
  expect(await schemaShape(early.url)).toEqual(await schemaShape(late.url));
});

test.each([
  ["a unique index", "CREATE UNIQUE INDEX voucher_later ON voucher (cae)"],
  ["a foreign key", "CREATE TABLE later (id bigserial PRIMARY KEY, voucher_id bigint REFERENCES voucher)"],
])("%s without the company can be made in one shape only: the migration fails with partitions", async (_, sql) => {
  await using database = await createBareDatabase();
  await migrate(database.url, { partitions: 2 });
  await expect(migrate(database.url, { folder: migrations(undefined, sql) })).rejects.toThrow(
    `migration ${next} could not be applied`,
  );
});

test("a table has with partitions what it has without: columns, keys and rules, with the company in each unique key", async () => {
  await using flat = await createBareDatabase();
  await migrate(flat.url);
  await using parted = await createBareDatabase();
  await migrate(parted.url, { partitions: 4 });
  const [one, other] = [await schemaShape(flat.url), await schemaShape(parted.url)];
  const ofTables = (shape: Record<string, string[]>, part: string) =>
    (shape[part] ?? []).filter((text) => !text.includes("partitions."));

  for (const part of ["columns", "counters", "views"]) expect(ofTables(other, part)).toEqual(one[part]);
  expect(ofTables(other, "triggers")).toEqual(one.triggers?.filter((text) => !text.includes("company_of_voucher")));
  const plain = (texts: string[]) =>
    texts
      .map((text) => text.replaceAll(", company_id", "").replace("ON ONLY", "ON").replace("SET NULL", "RESTRICT"))
      .sort();
  expect(plain(ofTables(other, "indexes"))).toEqual(plain(one.indexes ?? []));
  // What refers to another of these tables refers from part to part.
  const between = other.constraints?.filter((text) => text.includes("REFERENCES partitions.")) ?? [];
  const ofPart = (number: string) =>
    between.flatMap((text) =>
      text.startsWith(`partitions.`) && text.split(" ")[0]?.endsWith(number) ? [text.replaceAll(number, "")] : [],
    );
  for (const number of ["_001", "_002", "_003"]) expect(ofPart(number)).toEqual(ofPart("_000"));
  expect(between).toHaveLength(4 * ofPart("_000").length);
  const whole = ofPart("_000").map((text) => text.replaceAll("partitions.", ""));
  expect(plain([...ofTables(other, "constraints"), ...whole])).toEqual(plain(one.constraints ?? []));
  const unique = other.indexes?.filter((text) => /^CREATE UNIQUE INDEX \S+ ON ONLY/.test(text)) ?? [];
  expect(unique).toHaveLength(17);
  for (const text of unique) expect(text).toMatch(/[(, ]company_id[,)]/);
});

test("partitions are for ever: what cannot be is refused in a sentence that says the way, and changes nothing", async () => {
  await using database = await createBareDatabase();
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ["dist/shared/db/migrate/migrate-main.js", ...args], {
      cwd: projectFolder,
      env: { PATH: process.env.PATH, DATABASE_URL: database.url },
    }).catch((error: { code: number; stderr: string; stdout: string }) => error);
  const refused = (stderr: string | RegExp) => ({ code: 1, stdout: "", stderr: expect.stringMatching(stderr) });

  expect(await run("--help")).toMatchObject({ stdout: expect.stringContaining("--partitions NUMBER") });
  for (const number of ["0", "1", "12", "512", "-2", "1e1", "x"])
    expect(await run(`--partitions=${number}`)).toMatchObject(
      refused(`^--partitions ${number}: give a power of two from 2 to 256, such as --partitions 16`),
    );
  expect(await run("--parts", "4")).toMatchObject(refused("--parts"));
  expect(await schemaShape(database.url).then(({ columns }) => columns)).toEqual([]);

  expect(await run("--partitions", "4")).toMatchObject({ stdout: expect.stringContaining("Applied: ") });
  const shape = await schemaShape(database.url);
  for (const args of [["--partitions", "4"], []])
    expect(await run(...args)).toMatchObject({ stdout: "The database is up to date.\n", stderr: "" });
  expect(await run("--partitions", "8")).toMatchObject(
    refused("^This database has 4 partitions, and their number never changes. To have 8: dump it, .*SCALE.md"),
  );
  expect(await schemaShape(database.url)).toEqual(shape);
  const client = await connect(database);
  expect((await client.query("SELECT partitions FROM database_shape")).rows).toEqual([{ partitions: 4 }]);
});

test("a database with one issuance is not partitioned, and stays as it is", async () => {
  await using database = await createBareDatabase();
  await migrate(database.url);
  const client = await connect(database);
  await client.query(`${aCompany}; ${anIssuance}`);
  const shape = await schemaShape(database.url);
  await expect(migrate(database.url, { partitions: 4 })).rejects.toThrow(
    "This database has rows in issuance: only a database without vouchers can be partitioned. To have 4: dump it",
  );
  expect(await schemaShape(database.url)).toEqual(shape);
});

test("a part has its table's settings, and waits for many changes before it is vacuumed and all is planned anew", async () => {
  await using database = await createBareDatabase();
  await migrate(database.url, { partitions: 2 });
  const client = await connect(database);
  const settingsOf = async (part: string) =>
    (await client.query("SELECT reloptions FROM pg_class WHERE oid = $1::regclass", [part])).rows[0]?.reloptions;
  const calm = ["vacuum", "vacuum_insert", "analyze"].map((work) => `autovacuum_${work}_threshold=20000`);
  const own = ["autovacuum_vacuum_insert_scale_factor=0.001", "autovacuum_analyze_scale_factor=0.01"];
  expect(await settingsOf("partitions.voucher_001")).toEqual([...own, ...calm]);
  expect(await settingsOf("partitions.issuance_000")).toEqual(calm);
});

test("the next migration completes what a killed one left", async () => {
  await using database = await createBareDatabase();
  await migrate(database.url, { partitions: 4 });
  const shape = await schemaShape(database.url);
  const client = await connect(database);
  const leaves = partitionedTables.filter((table) => !["issuance", "voucher"].includes(table));
  await client.query(`DROP TABLE ${leaves.map((table) => `partitions.${table}_002, partitions.${table}_003`).join(", ")};
    DROP TRIGGER voucher_is_kept ON partitions.voucher_001; DELETE FROM database_shape`);
  await migrate(database.url);
  expect(await schemaShape(database.url)).toEqual(shape);
  expect((await client.query("SELECT partitions FROM database_shape")).rows).toEqual([{ partitions: 4 }]);
});

const pdfKey = "CONSTRAINT pdf_voucher_id_fkey";
const toVoucher = "FOREIGN KEY (voucher_id, company_id) REFERENCES voucher(id, company_id)";

test("a foreign key that a database with parts has on a whole table is given to the parts", async () => {
  await using database = await createBareDatabase();
  await migrate(database.url, { partitions: 2 });
  const shape = await schemaShape(database.url);
  const client = await connect(database);
  await client.query(`
    ALTER TABLE partitions.pdf_000 DROP ${pdfKey}; ALTER TABLE partitions.pdf_001 DROP ${pdfKey};
    ALTER TABLE pdf ADD ${pdfKey} ${toVoucher} ON UPDATE CASCADE ON DELETE RESTRICT`);
  expect(await schemaShape(database.url)).not.toEqual(shape);
  await migrate(database.url);
  expect(await schemaShape(database.url)).toEqual(shape);
});

test("a foreign key that a migration changes is changed in the parts", async () => {
  await using database = await createBareDatabase();
  await migrate(database.url, { partitions: 2 });
  const change = `ALTER TABLE pdf DROP CONSTRAINT IF EXISTS pdf_voucher_id_fkey; ALTER TABLE pdf ADD ${pdfKey} ${toVoucher}`;
  await migrate(database.url, { folder: migrations(undefined, change) });
  const { rows } = await (await connect(database)).query(
    "SELECT conrelid::regclass::text AS part, pg_get_constraintdef(oid) AS key FROM pg_constraint WHERE conname = 'pdf_voucher_id_fkey' ORDER BY 1",
  );
  const of = (number: string) => ({
    part: `partitions.pdf_${number}`,
    key: toVoucher.replace("voucher(", `partitions.voucher_${number}(`),
  });
  expect(rows).toEqual([of("000"), of("001")]);
});

test("what issues goes on while a foreign key is given to the parts", async () => {
  await using database = await createBareDatabase();
  await migrate(database.url, { partitions: 2 });
  const client = await connect(database);
  const key = "CONSTRAINT voucher_issuance_id_fkey";
  await client.query(`
    ALTER TABLE partitions.voucher_000 DROP ${key}; ALTER TABLE partitions.voucher_001 DROP ${key};
    ALTER TABLE voucher ADD ${key} FOREIGN KEY (issuance_id, company_id) REFERENCES issuance(id, company_id)`);
  await client.query("BEGIN; UPDATE issuance SET why = why WHERE false");
  const migrated = migrate(database.url);
  const waiting = "SELECT FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'";
  await expect.poll(() => client.query(waiting).then(({ rowCount }) => rowCount)).toBe(1);
  await client.query("INSERT INTO voucher SELECT * FROM voucher WHERE false; COMMIT");
  await migrated;
});

test("a database that had parts before the statements named their companies is told so by the next migration", async () => {
  await using database = await createBareDatabase();
  await migrate(database.url, { partitions: 4 });
  const client = await connect(database);
  await client.query(
    `DROP FUNCTION in_parts; CREATE FUNCTION in_parts(${Array(9).fill("integer").join(", ")}) RETURNS boolean LANGUAGE sql RETURN true`,
  );
  await client.query(`DELETE FROM "_prisma_migrations" WHERE migration_name = $1`, [firstOfPartitions]);
  expect(await migrate(database.url)).toEqual([firstOfPartitions]);
  const { rows } = await client.query(
    "SELECT in_parts(1, 1, 2, 1, 1, 1, 1, 1, 1) AS own, in_parts(3, 1, 2, 1, 1, 1, 1, 1, 1) AS other",
  );
  expect(rows).toEqual([{ own: true, other: false }]);
});

test("while parts of any table are missing, a killed migration has left none in which an issuance could begin", async () => {
  await using database = await createBareDatabase();
  await migrate(database.url);
  const client = await connect(database);
  await client.query("BEGIN");
  await partitionTables(client, 4);
  await client.query("COMMIT");
  const partsOf = async (table: string) =>
    (
      await client.query(
        "SELECT FROM pg_tables WHERE schemaname = 'partitions' AND tablename ~ ('^' || $1 || '_[0-9]{3}$')",
        [table],
      )
    ).rowCount;

  let made = 0;
  const killed = {
    query: (text: string, values?: unknown[]) => {
      if (text.startsWith("CREATE TABLE") && ++made > 5) throw new Error("killed");
      return client.query(text, values);
    },
  } as unknown as pg.Client;
  await expect(completeParts(killed, 4)).rejects.toThrow("killed");
  await client.query("ROLLBACK");
  expect(await partsOf("issuance")).toBe(1);
  await completeParts(client, 4);
  for (const table of partitionedTables) expect(await partsOf(table), table).toBe(4);
});

const aCompany =
  "INSERT INTO company (id, code, cuit, name, tax_type) VALUES (1, 'one', '20111111112', 'One', 1), (2, 'two', '20111111112', 'Two', 1)";
const anIssuance = `INSERT INTO issuance (id, company_id, production, idempotency, pos_number, voucher_type, body, amounts, body_hash, request_id, period_start, deadline_at)
  VALUES (1, 1, false, 'key', 1, 6, '{}', '{}', '', 'r', now(), now())`;
const aVoucher = `INSERT INTO voucher (id, company_id, production, pos_number, voucher_type, voucher_number, voucher_date, doc_type, doc_number, total_amount, net_amount,
  vat_amount, exempt_amount, not_taxable_amount, tributes_amount, cae, cae_expiration_date, currency, currency_quotation, issuance_id, payload, lines, vat)
  VALUES (1, 1, false, 1, 6, 1, '20261126', 99, '0', 1, 1, 0, 0, 0, 0, '86330767790001', '20261206', 'PES', 1, 1, '', '[]', '[]')`;

test("the walls stand around each part: no process comes there, nobody empties it, and nothing hangs on another company's voucher", async () => {
  await using database = await createBareDatabase();
  await migrate(database.url, { partitions: 2 });
  const client = await connect(database);
  await client.query(`${aCompany}; ${anIssuance}; ${aVoucher}`);
  const prefix = await createTestRoles(database.url);
  const { rows } = await client.query("SELECT tableoid::regclass::text AS part FROM voucher");
  const [{ part }] = rows;
  expect(part).toMatch(/^partitions\.voucher_00[01]$/);

  for (const role of ["api", "issuer", "renderer", "mailer"]) {
    await client.query(`SET ROLE "${prefix}_${role}"`);
    await expect(client.query(`SELECT id FROM ${part}`)).rejects.toThrow("permission denied for schema partitions");
    await client.query("RESET ROLE");
  }
  await client.query(`GRANT USAGE ON SCHEMA partitions TO "${prefix}_api"`);
  const { db, close } = openDatabase(database.url, { connections: 1 });
  expect(await compareGrants(db, prefix)).toEqual({ beyond: ["api: USAGE on schema partitions"], missing: [] });
  await createTestRoles(database.url);
  expect(await compareGrants(db, prefix)).toEqual({ beyond: [], missing: [] });
  await close();

  const refuses = (sql: string, why: string) => expect(client.query(sql)).rejects.toThrow(why);
  await refuses(`TRUNCATE ${part} CASCADE`, "is never truncated");
  await refuses(`UPDATE ${part} SET cae = '1'`, "is final");
  await refuses("DELETE FROM voucher", "is final");
  await refuses("DELETE FROM issuance", "violates foreign key constraint");
  for (const table of [
    "recipient (company_id, voucher_id, slot, email) VALUES (2, 1, 1, 'a@b')",
    "pdf VALUES (1, '1', 'k', 1, now(), 2)",
  ])
    await refuses(`INSERT INTO ${table}`, "violates foreign key constraint");
  await refuses(
    aVoucher.replace("(1, 1, false, 1, 6, 1,", "(2, 1, false, 1, 6, 1,").replace(", 1, '', '[]'", ", NULL, '', '[]'"),
    "duplicate key",
  );
  await refuses(anIssuance.replace("(1, 1, false", "(2, 1, false"), "duplicate key");
  // Written into the part itself, it is in the sums all the same.
  await client.query(
    aVoucher
      .replace("INTO voucher", `INTO ${part}`)
      .replace("(1, 1, false, 1, 6, 1,", "(3, 1, false, 1, 6, 2,")
      .replace(", 1, '', '[]'", ", NULL, '', '[]'"),
  );
  expect((await client.query("SELECT count(*)::int FROM voucher_uncounted")).rows).toEqual([{ count: 2 }]);
});

test.skipIf(!(await hasPgDump()))(
  "rows are loaded from one piece into parts and back, and the migration notes the shape",
  async () => {
    await using flat = await createBareDatabase();
    await migrate(flat.url);
    const client = await connect(flat);
    await client.query(
      `${aCompany}; ${anIssuance}; ${aVoucher}; INSERT INTO recipient (voucher_id, slot, email) VALUES (1, 1, 'a@example.com')`,
    );
    const contentIn = async ({ url }: TestDatabase) => {
      const { db, close } = openDatabase(url, { connections: 1 });
      const content = (await contentOf(db)) as { name: string }[];
      await close();
      return content.filter(({ name }) => !["database_life", "database_shape"].includes(name));
    };
    const content = await contentIn(flat);

    await using parted = await createBareDatabase();
    await migrate(parted.url, { partitions: 4 });
    await (await dumpDatabase(flat.url))("data", parted.url);
    await migrate(parted.url);
    expect(await contentIn(parted)).toEqual(content);
    const inParts = await connect(parted);
    expect((await inParts.query("SELECT partitions FROM database_shape")).rows).toEqual([{ partitions: 4 }]);
    await expect(migrate(parted.url, { partitions: 8 })).rejects.toThrow("This database has 4 partitions");

    await using again = await createBareDatabase();
    await migrate(again.url);
    await (await dumpDatabase(parted.url))("data", again.url);
    await migrate(again.url);
    expect(await contentIn(again)).toEqual(content);
    expect((await (await connect(again)).query("SELECT FROM database_shape")).rows).toEqual([]);
  },
);
