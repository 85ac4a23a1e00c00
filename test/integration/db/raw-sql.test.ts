import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { Prisma, PrismaClient } from "../../../shared/db/generated/client.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { openTenantDatabase } from "../../../shared/db/pool/tenant-database.js";
import { prepared } from "../../../shared/db/sql/prepared.js";
import { openForFile } from "../../support/open-for-file.js";
import { createDatabase } from "../../support/servers/database.js";

const database = await openForFile(createDatabase);
const opened = await openForFile(() => openDatabase(database.url, { connections: 3 }));
const prisma = new PrismaClient({ adapter: new PrismaPg(database.url) });
afterAll(() => prisma.$disconnect());

const values = {
  integers: Prisma.sql`SELECT 1 AS four, 2::smallint AS two, NULL::int AS none`,
  decimals: Prisma.sql`SELECT 0.10 AS amount, 12345678901234567890.123456::numeric AS long, 1.5::float8 AS double, 0.25::float4 AS single`,
  texts: Prisma.sql`SELECT 'ñandú' AS text, 'A'::char(3) AS padded, ''::varchar AS empty, 'queued'::issuance_state AS state`,
  booleans: Prisma.sql`SELECT true AS yes, false AS no`,
  bytes: Prisma.sql`SELECT '\\x00ff'::bytea AS bytes`,
  documents: Prisma.sql`SELECT '{"a": [1, "2", null]}'::jsonb AS document, '"text"'::json AS text, '[]'::jsonb AS list`,
  instants: Prisma.sql`SELECT '2026-03-01 12:34:56.789+00'::timestamptz AS instant, '2026-03-01'::date AS day`,
  lists: Prisma.sql`SELECT ARRAY[1, 2] AS integers, ARRAY['a', 'b,"c'] AS texts, ARRAY[]::text[] AS none, ARRAY[true] AS booleans`,
};

test.each(Object.entries(values))("our raw SQL gives the same %s as Prisma's engine", async (_, query) => {
  const given = await opened.db.$queryRaw<object[]>(query);

  const expected = await prisma.$queryRaw<object[]>(query);
  expect(given).toEqual(expected.map((row) => mapBytes(row)));
});

/** The driver gives bytes as a Buffer, Prisma as a Uint8Array. */
const mapBytes = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? Buffer.from(value) : value]),
  );

test("whole numbers of 64 bits are numbers, also in a transaction, and one that JavaScript cannot hold is refused", async () => {
  const most = Number.MAX_SAFE_INTEGER;
  const given = Prisma.sql`SELECT ${most}::bigint AS one, ARRAY[1, ${most}]::bigint[] AS several, NULL::bigint AS none`;
  const expected = [{ one: most, several: [1, most], none: null }];
  const tenant = openTenantDatabase(database.url, { connections: 1, perTenant: 1 });
  const own = tenant.of({ companyId: 1, production: false });
  for (const query of [
    (sql: Prisma.Sql) => opened.db.$queryRaw(sql),
    (sql: Prisma.Sql) => opened.db.$transaction((tx) => tx.$queryRaw(sql)),
    (sql: Prisma.Sql) => own.$queryRaw(sql),
    (sql: Prisma.Sql) => own.$transaction((tx) => tx.$queryRaw(sql)),
  ]) {
    expect(await query(given)).toEqual(expected);
    await expect(query(Prisma.sql`SELECT 9007199254740993 AS eight`)).rejects.toThrow(
      "9007199254740993 is no whole number that JavaScript can hold",
    );
  }
  await tenant.close();
});

test("our raw SQL takes the same parameters as Prisma's engine", async () => {
  const query = (db: PrismaClient) => db.$queryRaw<object[]>`
    SELECT ${1}::int AS number, ${"it's"} || ${"ñ"} AS text, ${null}::text AS none, ${JSON.stringify({ a: 1 })}::jsonb AS document,
      encode(${new Uint8Array([0, 255])}, 'hex') AS bytes, ${[3, 4]}::int[] AS integers, 4 = ANY(${[3, 4]}) AS is_one,
      ${new Date("2026-03-01T00:00:00.123Z")}::timestamptz AS instant, ${true}::boolean AS yes`;

  expect(await query(opened.db)).toEqual(await query(prisma));
});

test("a raw statement within a transaction is rolled back with it", async () => {
  const name = "undone";
  const undone = opened.db.$transaction(async (tx) => {
    await tx.$executeRaw`INSERT INTO plan (name, monthly_vouchers) VALUES (${name}, 1)`;
    expect(await tx.plan.count({ where: { name } })).toBe(1);
    throw new Error("undo");
  });

  await expect(undone).rejects.toThrow("undo");
  expect(await opened.db.plan.count({ where: { name } })).toBe(0);
});

test("a statement with a name is prepared once per connection, however often it runs and with any values", async () => {
  const run = (number: number) =>
    opened.db.$queryRaw<{ sum: number }[]>(prepared("add_one")`SELECT ${number}::int + 1 AS sum`);

  for (let number = 0; number < 20; number++) expect(await run(number)).toEqual([{ sum: number + 1 }]);
  const plans = await opened.db.$queryRaw`
    SELECT (generic_plans + custom_plans)::int AS runs FROM pg_prepared_statements WHERE statement LIKE '/* add_one */%' AND name = 'talonario_add_one'`;
  expect(plans).toEqual([{ runs: 20 }]);
});

test("$executeRaw gives the number of changed rows, and a failure rejects", async () => {
  const { db } = opened;

  expect(await db.$executeRaw`INSERT INTO plan (name, monthly_vouchers) VALUES ('a', 1), ('b', 2)`).toBe(2);
  await expect(db.$executeRaw`INSERT INTO plan (name, monthly_vouchers) VALUES ('a', -1)`).rejects.toThrow("violates");
  expect(await db.$queryRaw`SELECT name FROM plan WHERE name IN ('a', 'b') ORDER BY 1`).toEqual([
    { name: "a" },
    { name: "b" },
  ]);
});

test("a connection that broke while idle is replaced", async () => {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await opened.db.$queryRaw`SELECT 1`;
  await other.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  await other.end();

  await expect.poll(() => opened.db.$queryRaw`SELECT 1 AS one`.catch(String)).toEqual([{ one: 1 }]);
});
