import type { Database } from "../pool/database.js";

/** Tables whose rows are kept for some days, in a partition for each month. How many days: `retention_days` of the migration. */
export const tablesByMonth = ["exchange", "audit_entry", "webhook_delivery"] as const;
export type TableByMonth = (typeof tablesByMonth)[number];

const maxAheadMs = 3_600_000;

/**
 * Makes the partitions of this month and the next two where they are missing, and drops the months of which nothing is kept any more. Gives
 * the names of the dropped ones. What is in use is left for the next time: nobody who writes waits for more than 50 ms. What is dropped is gone, so
 * nothing is while the database's clock and this host's differ: one of a standby may be ahead. Two hosts, or one, that are ahead alike are not noticed.
 */
export async function rotateMonths(db: Database, table: TableByMonth, hostMs = Date.now()): Promise<string[]> {
  await db.$queryRaw`SELECT public.make_months(${table})`;
  const [{ aheadMs }] = await db.$queryRaw<[{ aheadMs: number }]>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 - ${hostMs}::float8 AS "aheadMs"`;
  if (aheadMs > maxAheadMs) return [];
  const dropped: string[] = [];
  for (;;) {
    const [row] = await db.$queryRaw<[{ past: string | null }]>`SELECT public.drop_past_month(${table}) AS past`;
    if (row.past === null) return dropped;
    dropped.push(row.past);
  }
}
