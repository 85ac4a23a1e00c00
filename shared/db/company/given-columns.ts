import { Prisma } from "../generated/client.js";

/** Values to write, by column. What is undefined is not given, so it stays as it is, or gets the column's default. */
export type GivenColumns = Readonly<Record<string, unknown>>;

/** Each given column with its value. The names are the code's, never a caller's. */
const listGiven = (columns: GivenColumns) =>
  Object.entries(columns)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ name: Prisma.raw(name), value: value as Prisma.Sql }));

/** SQL behind `INSERT INTO table`. */
export function toInsert(columns: GivenColumns): Prisma.Sql {
  const given = listGiven(columns);
  return Prisma.sql`(${Prisma.join(given.map(({ name }) => name))}) VALUES (${Prisma.join(given.map(({ value }) => value))})`;
}

/**
 * A statement that changes rows of a table and gives them. Where no column is given it only reads them: PostgreSQL knows no UPDATE of
 * nothing.
 * @param table with its alias, which the others name
 */
export function changeRows(
  table: Prisma.Sql,
  columns: GivenColumns,
  { where, returning }: { where: Prisma.Sql; returning: Prisma.Sql },
): Prisma.Sql {
  const given = listGiven(columns);
  if (given.length === 0) return Prisma.sql`SELECT ${returning} FROM ${table} WHERE ${where}`;
  const changes = Prisma.join(given.map(({ name, value }) => Prisma.sql`${name} = ${value}`));
  return Prisma.sql`UPDATE ${table} SET ${changes} WHERE ${where} RETURNING ${returning}`;
}

/** SQL of a JSON column's value. Null is the column's own NULL, and no null within JSON. */
export const toJsonb = (value: object | null | undefined): Prisma.Sql | undefined =>
  value === undefined ? undefined : Prisma.sql`${value && JSON.stringify(value)}::jsonb`;
