import { datesOf, nameOfVoucher, namesOf, type UnissuedSale } from "../../domain/equal-sale.js";
import type { SequenceKey } from "../../domain/sequence.js";
import type { Transaction } from "../database.js";
import { listKeylessOf } from "./keyless-vouchers.js";

interface Candidate extends UnissuedSale {
  id: number;
  recordedAtMs: number;
}

/** The authority's clock may be ahead of the database's. As in `may_be_imported`. */
const clockMs = 10 * 60_000;

/**
 * Of a sequence of which the database lost commits: makes the keys suspect whose sales were recorded anew since, and equal a voucher without
 * a key, which is older. It may be the key's. The sequence opens as soon as everything is explained, and who is in line then
 * would be issued again. All vouchers without a key count, also those that came by an earlier import: a sale may have been sent
 * again between the two. The sequence must be locked.
 */
export async function doubtEqualSales(tx: Transaction, key: SequenceKey): Promise<void> {
  const sales = await listUnissued(tx, key);
  if (sales.length === 0) return;
  const oldest = new Map<string, number>();
  for (const voucher of await listKeylessOf(tx, key, [...new Set(sales.flatMap(datesOf))])) {
    const name = nameOfVoucher(voucher);
    oldest.set(name, Math.min(voucher.processedAtMs, oldest.get(name) ?? voucher.processedAtMs));
  }
  const doubted = sales.flatMap((sale) => {
    const sinceMs = Math.min(...namesOf(sale).map((name) => oldest.get(name) ?? Number.POSITIVE_INFINITY));
    return sinceMs - clockMs < sale.recordedAtMs ? [{ id: sale.id, sinceMs }] : [];
  });
  if (doubted.length === 0) return;
  await tx.$executeRaw`
    UPDATE issuance i SET suspect_since = least(i.suspect_since, to_timestamp(d."sinceMs" / 1000))
    FROM jsonb_to_recordset(${JSON.stringify(doubted)}::jsonb) AS d(id bigint, "sinceMs" float8)
    WHERE i.id = d.id AND i.state IN ('queued', 'rejected', 'cancelled', 'failed')`;
}

/**
 * Sales without a voucher and without a number, at this point of sale or at one for which it stands in, while the sequence is unverified. Locked in
 * the order of their keys, as whatever arms several locks them.
 */
const listUnissued = (
  tx: Transaction,
  { companyId, production, posNumber, voucherType }: SequenceKey,
): Promise<Candidate[]> => tx.$queryRaw`
  SELECT i.id, i.pos_number AS "posNumber", i.voucher_type AS "voucherType", p.contingency_pos AS substitute, i.body, i.amounts, i.declared,
    (extract(epoch FROM i.armed_at) * 1000)::float8 AS "recordedAtMs"
  FROM issuance i LEFT JOIN point_of_sale p ON p.company_id = i.company_id AND p.production = i.production AND p.number = i.pos_number
  WHERE i.company_id = ${companyId} AND i.production = ${production} AND i.voucher_type = ${voucherType}
    AND (i.pos_number = ${posNumber} OR p.contingency_pos = ${posNumber})
    AND i.state IN ('queued', 'rejected', 'cancelled', 'failed') AND i.body IS NOT NULL AND i.amounts IS NOT NULL
    AND EXISTS (SELECT FROM sequence s WHERE s.company_id = ${companyId} AND s.production = ${production} AND s.pos_number = ${posNumber}
      AND s.voucher_type = ${voucherType} AND NOT public.is_verified(s))
  ORDER BY i.company_id, i.production, i.idempotency FOR UPDATE OF i`;
