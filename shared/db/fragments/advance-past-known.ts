import type { SequenceKey } from "../../domain/sequence.js";
import type { Transaction } from "../pool/database.js";

/**
 * Moves a sequence's last number on over the numbers behind it that have a voucher here, up to the first that has none. The next issuance is
 * numbered behind them, and is not asked for under a number that is taken. Its row must be locked. One that never asked for its last number is
 * left alone, and so is one whose open number would be passed: an open number has no voucher.
 */
export async function advancePastKnown(
  tx: Transaction,
  { companyId, production, posNumber, voucherType }: SequenceKey,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE sequence s SET last_number = r.number, last_date = r.date FROM (
      SELECT number, date FROM (
        SELECT v.voucher_number AS number, v.voucher_date AS date, q.last_number + row_number() OVER (ORDER BY v.voucher_number) AS expected
        FROM sequence q JOIN voucher v ON v.company_id = q.company_id AND v.production = q.production AND v.pos_number = q.pos_number
          AND v.voucher_type = q.voucher_type AND v.voucher_number > q.last_number
          -- The authority showed it: it was imported, or it is a key's.
          AND (v.source = 'rcel' OR v.issuance_id IS NOT NULL)
        WHERE q.company_id = ${companyId} AND q.production = ${production} AND q.pos_number = ${posNumber} AND q.voucher_type = ${voucherType}) run
      WHERE number = expected ORDER BY number DESC LIMIT 1) r
    WHERE s.company_id = ${companyId} AND s.production = ${production} AND s.pos_number = ${posNumber} AND s.voucher_type = ${voucherType}`;
}
