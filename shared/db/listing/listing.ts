import { Prisma } from "../generated/client.js";
import type { Database } from "../pool/database.js";
import type { FieldType, ListedField } from "./listed-fields.js";

export type Comparison = "eq" | "gt" | "gte" | "lt" | "lte";

/** A condition on a field. Its values are in PostgreSQL's input format. */
export type Filter = { field: ListedField; followed?: false; hidden?: true } & (
  | { comparison: Comparison; value: string }
  | { comparison: "in"; values: string[]; ranges?: ValueRange[] }
);

/** The values from one up to another, which is not in it. */
export interface ValueRange {
  from: string;
  before: string;
}

export interface Term {
  field: ListedField;
  descending: boolean;
}

/** A query of a listing. All filters must hold. The last term is unique, so the order is total. */
export interface Listing {
  filters: Filter[];
  ordering: Term[];
  limit: number;
  offset: number;
}

const operators = { eq: "=", gt: ">", gte: ">=", lt: "<", lte: "<=" } satisfies Record<Comparison, string>;

/** The type for comparisons: the column's own, so that its index can be used. For integers a wider one, to accept any value. */
const casts: Record<FieldType, string> = {
  integer: "bigint",
  decimal: "numeric",
  text: "text",
  digits: "bpchar",
  fiscalDate: "bpchar",
  instant: "timestamptz",
};

/** Expressions of the same values that have no index, and their types. */
const unfollowed: Partial<Record<FieldType, { write: (column: string) => string; cast: string }>> = {
  fiscalDate: { write: (column) => `${column}::text`, cast: "text" },
  instant: { write: (column) => `(${column} + interval '0')`, cast: "timestamptz" },
};

/**
 * The filter without the use of its index, for rows that another condition finds. If two filters mean nearly the same (a month,
 * and the ids of that month), PostgreSQL expects that few rows match both. Then it would fetch and sort the whole month.
 */
export const notFollowed = (filter: Filter): Filter =>
  filter.field.type in unfollowed ? { ...filter, followed: false } : filter;

/** The filter with its values hidden from the planner, so that one plan serves all values. */
export const hideValues = (filter: Filter): Filter => ({ ...filter, hidden: true });

/** All filters as one condition on the table `alias`. */
export function toCondition(filters: Filter[], alias: string): Prisma.Sql {
  if (filters.length === 0) return Prisma.sql`true`;
  return Prisma.join(
    filters.map((filter) => {
      const { type } = filter.field;
      const own = columnOf(filter.field, alias);
      const other = filter.followed === false ? unfollowed[type] : undefined;
      const column = other ? Prisma.raw(other.write(own.sql)) : own;
      const cast = Prisma.raw(other?.cast ?? casts[type]);
      const written = (value: Prisma.Sql) => (filter.hidden ? Prisma.sql`(SELECT ${value})` : value);
      const compared = (comparison: Comparison, value: string) =>
        Prisma.sql`${column} ${Prisma.raw(operators[comparison])} ${written(Prisma.sql`${value}::${cast}`)}`;
      if (filter.comparison !== "in") return compared(filter.comparison, filter.value);
      const listed = Prisma.sql`${column} = ANY(${written(Prisma.sql`${filter.values}::${cast}[]`)}::${cast}[])`;
      const within = (filter.ranges ?? []).map(
        ({ from, before }) => Prisma.sql`${compared("gte", from)} AND ${compared("lt", before)}`,
      );
      return within.length === 0 ? listed : Prisma.sql`(${Prisma.join([listed, ...within], " OR ")})`;
    }),
    " AND ",
  );
}

export const toOrder = (ordering: Term[], alias: string): Prisma.Sql =>
  Prisma.join(
    ordering.map(({ field, descending }) =>
      descending ? Prisma.sql`${columnOf(field, alias)} DESC` : columnOf(field, alias),
    ),
    ", ",
  );

/** How many rows a page has by default. */
export const defaultLimit = 50;

/** The default limit as a literal, because the text of a prepared statement must not change. */
export const firstPage = Prisma.raw(String(defaultLimit));

/**
 * Whether one plan serves the listing for all values, so that we need not plan each time: the first page of a lookup, or of
 * everything in the order of one index.
 */
export function isSteady({ filters, ordering: [first, second], limit, offset }: Listing): boolean {
  if (!first || limit !== defaultLimit || offset !== 0) return false;
  if (filters.length === 0) return first.field.lookup === "alone" && (!second || second.field.column === "id");
  return first.field.column === "id" && filters.every(({ comparison }) => comparison === "eq") && isLookup(filters);
}

function isLookup(filters: Filter[]): boolean {
  const [only, ...others] = filters;
  if (others.length === 0) return only?.field.lookup === "alone";
  const isGiven = (column: string | undefined) => filters.some(({ field }) => field.column === column);
  return filters.length === 2 && filters.some(({ field }) => isGiven(field.lookup));
}

/** Whether it is the most frequent page: the first, of the default length, in the order of ids, with any filters. */
export const isFirstById = ({ ordering: [first], limit, offset }: Listing): boolean =>
  first?.field.column === "id" && limit === defaultLimit && offset === 0;

export const isDescending = ({ ordering: [first] }: Listing): boolean => first?.descending ?? false;

const columnOf = ({ column }: ListedField, alias: string) => Prisma.raw(`${alias}.${column}`);

/** Query of a list: the table, its visible rows (as `l`), the output of a row (`v`), and the count of matches. */
export interface ListingSource {
  table: Prisma.Sql;
  scope: Prisma.Sql;
  /** The text of a JSON object. Without it, only ids are listed. */
  row?: Prisma.Sql | undefined;
  total: Prisma.Sql;
  /** Replaces the requested offset when `scope` already skips some of its rows. */
  offset?: Prisma.Sql | undefined;
}

/**
 * One statement for the page and the total. The ids of the page come from an index alone where it has all the fields. Full rows
 * are read only for the page itself.
 */
export function toStatement(
  { filters, ordering, limit, offset }: Listing,
  { table, scope, row, total, offset: rest = Prisma.raw(String(offset)) }: ListingSource,
): Prisma.Sql {
  const page = Prisma.sql`(
    SELECT l.id FROM ${table} l WHERE ${scope} AND ${toCondition(filters, "l")}
    ORDER BY ${toOrder(ordering, "l")} LIMIT ${Prisma.raw(String(limit))} OFFSET ${rest}) page`;
  const rows = row
    ? Prisma.sql`SELECT ${row} AS row FROM ${page} JOIN ${table} v ON v.id = page.id ORDER BY ${toOrder(ordering, "v")}`
    : Prisma.sql`SELECT page.id::text AS row FROM ${page}`;
  return toAnswer(total, rows);
}

/** @param rows a statement that gives each row as text, in order */
export const toAnswer = (total: Prisma.Sql, rows: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT (${total})::int AS total, (SELECT '[' || coalesce(string_agg(listed.row, ','), '') || ']' FROM (${rows}) listed) AS rows`;

/** A page of a listing. `rows` is the text of a JSON array, ready for the answer. */
export interface SelectedPage {
  total: number;
  rows: string;
}

export async function selectPage(db: Database, statement: Prisma.Sql): Promise<SelectedPage> {
  const [page] = await db.$queryRaw<[SelectedPage]>(statement);
  return page;
}
