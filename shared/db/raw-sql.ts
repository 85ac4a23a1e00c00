import { createHash } from "node:crypto";
import pg from "pg";
import { Prisma } from "./generated/client.js";

type Query = TemplateStringsArray | Prisma.Sql;

/**
 * SQL that is written by hand goes to the pool as it is: Prisma's engine would add 0.3 ms of processor time to every statement,
 * and there are a dozen for every voucher. What it gives, and how values are read, is the same. Not for transactions.
 *
 * A statement that begins with a comment like `prepared approve` is parsed and planned once for each connection, under that name.
 * It is for those whose text is always the same and whose plan does not depend on the values; the driver refuses a name that has
 * two texts.
 */
export function createRawSql(pool: pg.Pool) {
  function run(query: Query, given: unknown[]): Promise<pg.QueryResult> {
    const { text, values } = "raw" in query ? Prisma.sql(query, ...given) : query;
    const [, name] = prepared.exec(text) ?? [];
    return pool.query({ ...(name && { name: `talonario_${name}` }), text, values, types: { getTypeParser } });
  }

  /**
   * The rows, taken out of the driver's result. What the pool leaves behind of earlier queries still leads to their results, so that
   * only a full collection of garbage would end a page of 70 kB, and there would be one every two seconds.
   */
  async function takeRows(query: Query, given: unknown[]): Promise<unknown[]> {
    const result = await run(query, given);
    const { rows } = result;
    result.rows = [];
    return rows;
  }

  return {
    $queryRaw: (query: Query, ...values: unknown[]) => takeRows(query, values),
    $executeRaw: async (query: Query, ...values: unknown[]) => (await run(query, values)).rowCount ?? 0,
  };
}

/**
 * `select`, which finds one row by `wanted.id`, for each of the ids: for a prepared statement. Of an array that it can see the
 * server makes a new plan at every call, which takes longer than the call itself, or one that reads whole tables.
 */
export const forEachOf = (ids: number[], select: Prisma.Sql) => Prisma.sql`
  SELECT found.* FROM unnest((SELECT ${ids}::int[])) AS wanted(id) CROSS JOIN LATERAL (${select} LIMIT 1) found`;

/**
 * A moment kept in milliseconds as the api writes it, ISO 8601: an expression's SQL from another's. The server's own JSON leaves zeros
 * at its end out: with one microsecond more there are none, and that is cut off. It takes half as long as a format does.
 */
export const isoInstant = (sql: string): string =>
  `(substr(to_json((${sql} + interval '1 microsecond') AT TIME ZONE 'UTC')::text, 2, 23) || 'Z')`;

/** The statement under a name of its own text, for those of which there are few. */
export const preparedAs = (name: string, statement: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`${Prisma.raw(`/* prepared ${name}_${digestOf(statement.sql)} */`)} ${statement}`;

const digests = new Map<string, string>();

function digestOf(text: string): string {
  const digest = digests.get(text) ?? createHash("sha256").update(text).digest("hex").slice(0, 16);
  digests.set(text, digest);
  return digest;
}

const prepared = /^\s*\/\* prepared (\w+) \*\//;

const { builtins } = pg.types;

/** Where Prisma reads a type otherwise than the driver does. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, BigInt],
  [builtins.NUMERIC, (text) => new Prisma.Decimal(text)],
  [builtins.DATE, (text) => new Date(`${text}T00:00:00Z`)],
]);

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: "text" | "binary") =>
  parsers.get(oid) ?? pg.types.getTypeParser(oid, format as "text");
