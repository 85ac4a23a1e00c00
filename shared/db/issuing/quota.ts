import { Prisma } from "../generated/client.js";

/**
 * Part of a statement for several sequences, to be MATERIALIZED and read by `isTaken`. Counts what was recorded and
 * reserves for those in line, and gives `vouchers`, how many it reserved. Takes the months in the order of all such statements.
 * @param counts selects company_id, period_start, and the integers used, production, asked of `take_quota`
 */
export const takeQuota = (counts: Prisma.Sql) => Prisma.sql`
  SELECT company_id, period_start, public.take_quota(company_id, period_start, used, production, asked) AS vouchers
  FROM (SELECT * FROM (${counts}) one ORDER BY company_id, period_start OFFSET 0) counts`;

/** ▲ A condition for the last part of the statement: reads all of what `takeQuota` gives, because PostgreSQL does not run what nobody reads. */
export const isTaken = (quota: string) => Prisma.sql`(SELECT count(*) FROM ${Prisma.raw(quota)}) >= 0`;

/** Releases the reserved quota of issuances. @param freed selects their company_id and period_start */
export const releaseQuota = (freed: Prisma.Sql) => Prisma.sql`
  UPDATE usage_period u SET reserved = u.reserved - f.vouchers
  FROM (SELECT company_id, period_start, count(*) AS vouchers FROM (${freed}) one GROUP BY company_id, period_start) f
  WHERE u.company_id = f.company_id AND u.period_start = f.period_start`;
