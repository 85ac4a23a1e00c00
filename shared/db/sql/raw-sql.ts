import pg from "pg";
import { Prisma } from "../generated/client.js";
import type { PreparedStatement } from "./prepared.js";

type SqlQuery = TemplateStringsArray | Prisma.Sql | PreparedStatement;

/**
 * Sends hand-written SQL with `send`, past Prisma. Prisma's engine would add 0.3 ms of processor time to each statement, and a
 * voucher needs a dozen. Results and types are the same as with Prisma, but for
 * whole numbers of 64 bits: numbers here, BigInt there. Not for transactions.
 *
 * A statement with a name is parsed and planned once per connection (`prepared.ts`).
 */
export function createRawSql(send: (query: pg.QueryConfig) => Promise<pg.QueryResult>) {
  function run(query: SqlQuery, given: unknown[]): Promise<pg.QueryResult> {
    const { text, values } = "raw" in query ? Prisma.sql(query, ...given) : query;
    return send({
      ...("name" in query && { name: `talonario_${query.name}` }),
      text,
      values,
      types: { getTypeParser },
    });
  }

  /**
   * Moves the rows out of the driver's result. The pool still references the results of earlier queries, so a page of 70 kB would
   * be freed only by a full garbage collection, and there would be one every two seconds.
   */
  async function takeRows(query: SqlQuery, given: unknown[]): Promise<unknown[]> {
    const result = await run(query, given);
    const { rows } = result;
    result.rows = [];
    return rows;
  }

  return {
    $queryRaw: (query: SqlQuery, ...values: unknown[]) => takeRows(query, values),
    $executeRaw: async (query: SqlQuery, ...values: unknown[]) => (await run(query, values)).rowCount ?? 0,
  };
}

/**
 * Runs `select`, which finds one row by `wanted.id`, for each id, in a prepared statement. The subselect hides the array from the
 * planner: otherwise PostgreSQL plans again at every call, which takes longer than the call, or reads whole tables.
 */
export const forEachOf = (ids: number[], select: Prisma.Sql) => Prisma.sql`
  SELECT found.* FROM unnest((SELECT ${ids}::bigint[])) AS wanted(id) CROSS JOIN LATERAL (${select} LIMIT 1) found`;

/**
 * SQL that writes a timestamp with milliseconds as ISO 8601. PostgreSQL's JSON drops zeros at the end of the fraction. So we add
 * one microsecond and cut off its digits. This takes half as long as to_char.
 */
export const isoInstant = (sql: string): string =>
  `(substr(to_json((${sql} + interval '1 microsecond') AT TIME ZONE 'UTC')::text, 2, 23) || 'Z')`;

/** The column of a field: `sale_condition` of saleCondition. */
export const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const { builtins } = pg.types;

/** A whole number of 64 bits is a number here: ids and counts stay far below 2^53. What does not fit must be read as text. */
export function toWholeNumber(value: string | bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is no whole number that JavaScript can hold`);
  return number;
}

/** Type of a list of them. The driver knows it only as a number. */
const int8List = 1016 as number;

/** The types that Prisma and the driver parse differently. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, toWholeNumber],
  [int8List, (text) => (pg.types.getTypeParser(int8List, "text")(text) as string[]).map(toWholeNumber)],
  [builtins.NUMERIC, (text) => new Prisma.Decimal(text)],
  [builtins.DATE, (text) => new Date(`${text}T00:00:00Z`)],
]);

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: "text" | "binary") =>
  parsers.get(oid) ?? pg.types.getTypeParser(oid, format as "text");
