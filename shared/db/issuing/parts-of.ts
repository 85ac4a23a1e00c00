import { Prisma } from "../generated/client.js";

/** How many companies a statement names: as many as `in_parts` takes. With more, most parts are theirs, and it names none. */
const mostNamed = 8;

/** The companies of a statement, told before it begins: where tables have parts, PostgreSQL opens those of these companies alone. */
export interface PartsOf {
  /** Belongs into the statement's name, because its text is one of two. */
  suffix: string;
  /** SQL that is true for all of their rows. To be said beside a search that is quick without it. */
  hold(row: string): Prisma.Sql;
}

export function partsOf(companyIds: number[]): PartsOf {
  const named = [...new Set(companyIds)];
  if (named.length > mostNamed) return { suffix: "_of_many", hold: () => Prisma.sql`true` };
  // The types are those of `in_parts`.
  const padded = Array.from({ length: mostNamed }, (_, at) => {
    const id = named[at] ?? named[0] ?? 0;
    return at % 2 ? Prisma.sql`${id}::bigint` : Prisma.sql`${id}::int`;
  });
  return {
    suffix: "",
    hold: (row) => Prisma.sql`public.in_parts(${Prisma.raw(row)}.company_id, ${Prisma.join(padded)})`,
  };
}
