import type { Database } from "../database.js";
import { Prisma } from "../generated/client.js";
import type { FieldType, ListedField } from "./listed-fields.js";

export type Comparison = "eq" | "gt" | "gte" | "lt" | "lte";

/** A condition on a field; its values are in the form that PostgreSQL reads. */
export type Filter = { field: ListedField; followed?: false; hidden?: true } & (
  | { comparison: Comparison; value: string }
  | { comparison: "in"; values: string[] }
);

export interface Term {
  field: ListedField;
  descending: boolean;
}

/** What is asked of a listing: all filters hold; the last term is unique, so that the order is total. */
export interface Listing {
  filters: Filter[];
  ordering: Term[];
  limit: number;
  offset: number;
}

const operators = { eq: "=", gt: ">", gte: ">=", lt: "<", lte: "<=" } satisfies Record<Comparison, string>;

/** The type that a value is compared as: the column's own, or its index does not serve; wider for integers, which may be any. */
const casts: Record<FieldType, string> = {
  integer: "bigint",
  decimal: "numeric",
  text: "text",
  digits: "bpchar",
  fiscalDate: "bpchar",
  instant: "timestamptz",
};

/** The same values in a form of which there is no index, and their type. */
const unfollowed: Partial<Record<FieldType, { write: (column: string) => string; cast: string }>> = {
  fiscalDate: { write: (column) => `${column}::text`, cast: "text" },
  instant: { write: (column) => `(${column} + interval '0')`, cast: "timestamptz" },
};

/**
 * The filter for rows that something else leads to: the server does not follow its index. Of two filters that say nearly the
 * same (the vouchers of a month, and the ids that a month's lie between) it takes a few to hold for both, and would fetch all
 * of the month to sort them.
 */
export const notFollowed = (filter: Filter): Filter =>
  filter.field.type in unfollowed ? { ...filter, followed: false } : filter;

/** The filter whose values play no part in a plan, so that the same plan serves them all. */
export const hideValues = (filter: Filter): Filter => ({ ...filter, hidden: true });

/** Every filter as a condition on the table that is called `alias`. */
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
      return filter.comparison === "in"
        ? Prisma.sql`${column} = ANY(${written(Prisma.sql`${filter.values}::${cast}[]`)}::${cast}[])`
        : Prisma.sql`${column} ${Prisma.raw(operators[filter.comparison])} ${written(Prisma.sql`${filter.value}::${cast}`)}`;
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

/** How many rows a page has unless more or fewer are asked for. */
export const defaultLimit = 50;

/** That many, as they stand in a statement of which there is one. */
export const firstPage = Prisma.raw(String(defaultLimit));

/**
 * Whether one plan serves the listing whatever its values, so that it need not be made anew each time: the first page of a
 * lookup, or of everything in the order of one index.
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

/** The page that most are asked for, whatever filters it: the first, of the usual length, in the order of ids. */
export const isFirstById = ({ ordering: [first], limit, offset }: Listing): boolean =>
  first?.field.column === "id" && limit === defaultLimit && offset === 0;

export const isDescending = ({ ordering: [first] }: Listing): boolean => first?.descending ?? false;

const columnOf = ({ column }: ListedField, alias: string) => Prisma.raw(`${alias}.${column}`);

/** What is listed: the table, which of its rows (as `l`) may be seen, what is given of a row (`v`), and how many match. */
export interface Listed {
  table: Prisma.Sql;
  scope: Prisma.Sql;
  /** Text of a JSON object; without it, the ids alone. */
  row?: Prisma.Sql | undefined;
  total: Prisma.Sql;
  /** In place of the offset that was asked for, when `scope` leaves rows out that it would pass over. */
  offset?: Prisma.Sql | undefined;
}

/**
 * One statement for the page and the total. The page's ids come out of an index alone where it holds all that is asked for; only
 * the page's own rows are read whole.
 */
export function toStatement(
  { filters, ordering, limit, offset }: Listing,
  { table, scope, row, total, offset: rest = Prisma.raw(String(offset)) }: Listed,
): Prisma.Sql {
  const page = Prisma.sql`(
    SELECT l.id FROM ${table} l WHERE ${scope} AND ${toCondition(filters, "l")}
    ORDER BY ${toOrder(ordering, "l")} LIMIT ${Prisma.raw(String(limit))} OFFSET ${rest}) page`;
  const rows = row
    ? Prisma.sql`SELECT ${row} AS row FROM ${page} JOIN ${table} v ON v.id = page.id ORDER BY ${toOrder(ordering, "v")}`
    : Prisma.sql`SELECT page.id::text AS row FROM ${page}`;
  return toAnswer(total, rows);
}

/** `rows`: a statement that gives each as text, in their order. */
export const toAnswer = (total: Prisma.Sql, rows: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT (${total})::int AS total, (SELECT '[' || coalesce(string_agg(listed.row, ','), '') || ']' FROM (${rows}) listed) AS rows`;

/** A page of a listing. `rows` is the text of a JSON array, to be handed on as it is. */
export interface Page {
  total: number;
  rows: string;
}

export async function selectPage(db: Database, statement: Prisma.Sql): Promise<Page> {
  const [page] = await db.$queryRaw<[Page]>(statement);
  return page;
}
