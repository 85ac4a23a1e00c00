import type { Statements } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";

/** One statement adds as many to the sums, and one round has as many statements. */
const maxVouchers = 2_000;
const maxStatements = 5;

/**
 * Adds the vouchers that were noted since to the sums of the listing. Until then the listing counts them one by one. Another process
 * may be at it: then this one has nothing to do. The function is in the first migration.
 */
export async function foldCounts(db: Statements, most = maxVouchers): Promise<void> {
  for (let count = 0; count < maxStatements; count++) {
    const [row] = await db.$queryRaw<[{ folded: number }]>(prepared("fold_counts")`
      SELECT fold_voucher_counts(${most}::int) AS folded`);
    if (row.folded < most) return;
  }
}
