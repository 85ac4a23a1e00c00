import { Prisma } from "../generated/client.js";

/** Rows for `reserve_quota` from these tables of a statement: a voucher that was recorded, or an issuance that asks for a number. */
const rowsOf = {
  recorded: Prisma.sql`SELECT company_id, period_start, 1 AS used, production::int, 0 AS asked FROM recorded`,
  picked: Prisma.sql`SELECT company_id, period_start, 0 AS used, 0 AS production, 1 AS asked FROM picked`,
};

/**
 * Part of a statement for several sequences, to be MATERIALIZED and read by `isTaken`. Counts what was recorded and
 * reserves for those in line, and gives `vouchers`, how many it reserved. Takes the months in the order of all such statements.
 */
export const takeQuota = (...tables: (keyof typeof rowsOf)[]) => Prisma.sql`
  SELECT company_id, period_start, public.reserve_quota(company_id, period_start, used, production, asked) AS vouchers
  FROM (
    SELECT company_id, period_start, sum(used)::int AS used, sum(production)::int AS production, sum(asked)::int AS asked
    FROM (${Prisma.join(
      tables.map((table) => rowsOf[table]),
      " UNION ALL ",
    )}) one GROUP BY company_id, period_start ORDER BY company_id, period_start OFFSET 0
  ) counts`;

/** ▲ A condition for the last part of the statement: reads all of what `takeQuota` gives, because PostgreSQL does not run what nobody reads. */
export const isTaken = (quota: string) => Prisma.sql`(SELECT count(*) FROM ${Prisma.raw(quota)}) >= 0`;

/** Releases the reserved quota of issuances. @param freed selects their company_id and period_start */
export const releaseQuota = (freed: Prisma.Sql) => Prisma.sql`
  UPDATE usage_period u SET reserved = u.reserved - f.vouchers
  FROM (SELECT company_id, period_start, count(*) AS vouchers FROM (${freed}) one GROUP BY company_id, period_start) f
  WHERE u.company_id = f.company_id AND u.period_start = f.period_start`;
