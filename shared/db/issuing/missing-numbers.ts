import { Prisma } from "../generated/client.js";

/**
 * SQL of an UPDATE of `sequence AS s`: where `isMissing`, the numbers between these two are missing since now. Keys that may have one of them are
 * not sent before each is known. Source: issuer/README.md, section 3, "A key in doubt".
 */
export function noteMissing(isMissing: Prisma.Sql, from: Prisma.Sql, to: number): Prisma.Sql {
  const when = (column: string, value: Prisma.Sql) =>
    Prisma.sql`${Prisma.raw(column)} = CASE WHEN ${isMissing} THEN ${value} ELSE s.${Prisma.raw(column)} END`;
  return Prisma.join([
    when("missing_from", from),
    when("missing_to", Prisma.sql`${to}`),
    when("missing_at", Prisma.sql`now()`),
    // What a person said of a fortnight was said of those that were missing before.
    when("without_missing", Prisma.sql`'{}'`),
  ]);
}

/** SQL for the first last number of a sequence, `last`: if `isForgotten`, the vouchers up to it may be ours, and are missing. */
export const missForgotten = (isForgotten: Prisma.Sql, last: number): Prisma.Sql =>
  noteMissing(Prisma.sql`s.last_number IS NULL AND ${last} > 0 AND ${isForgotten}`, Prisma.sql`1`, last);
