import type { Database } from "./database.js";

/** Tables whose rows are kept for some days, in a partition for each month. How many days: `kept_days` of the migration. */
export const tablesByMonth = ["exchange", "audit_entry", "webhook_delivery"] as const;
export type TableByMonth = (typeof tablesByMonth)[number];

/**
 * Makes the partitions of this month and the next two where they are missing, and drops the months of which nothing is kept any more. Gives
 * the names of the dropped ones. What is in use is left for the next time: nobody who writes waits for more than 50 ms.
 */
export async function turnMonths(db: Database, table: TableByMonth): Promise<string[]> {
  await db.$queryRaw`SELECT public.make_months(${table})`;
  const dropped: string[] = [];
  for (;;) {
    const [row] = await db.$queryRaw<[{ past: string | null }]>`SELECT public.drop_past_month(${table}) AS past`;
    if (row.past === null) return dropped;
    dropped.push(row.past);
  }
}
