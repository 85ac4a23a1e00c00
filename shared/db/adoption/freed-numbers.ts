import type { Declaration } from "../../domain/declaration.js";
import type { SequenceKey } from "../../domain/sequence.js";
import type { Statements } from "../pool/database.js";

/** Declaration of ours under a number before an answer or an operator freed it. A request for it may still be granted. */
export interface FreedNumber {
  number: number;
  declared: Declaration;
  issuanceId: number;
  key: string | null;
  /** Whether its key has no voucher and may be sent again, while nothing is proven of the one under the number. */
  mayBringSecond: boolean;
}

/** Lists freed numbers in a range, both ends included. */
export const listFreed = (
  db: Statements,
  { companyId, production, posNumber, voucherType }: SequenceKey,
  from: number,
  to: number,
): Promise<FreedNumber[]> => db.$queryRaw`
  SELECT f.number, f.declared, f.issuance_id AS "issuanceId", i.idempotency AS key,
    coalesce(i.state <> 'approved' AND NOT i.key_closed, false) AND public.is_in_doubt(f) AS "mayBringSecond"
  FROM freed_number f JOIN sequence s ON s.id = f.sequence_id LEFT JOIN issuance i ON i.id = f.issuance_id
  WHERE s.company_id = ${companyId} AND s.production = ${production} AND s.pos_number = ${posNumber} AND s.voucher_type = ${voucherType}
    AND f.number BETWEEN ${from} AND ${to} ORDER BY f.number`;
