import type { Declaration } from "../../domain/declaration.js";
import type { SequenceKey } from "../../domain/sequence.js";
import type { Statements } from "../pool/database.js";

/** Declaration of ours under a number before an answer or an operator freed it. A request for it may still be granted. */
export interface FreedNumber {
  number: number;
  declared: Declaration;
}

/** Lists freed numbers in a range, both ends included. */
export const listFreed = (
  db: Statements,
  { companyId, production, posNumber, voucherType }: SequenceKey,
  from: number,
  to: number,
): Promise<FreedNumber[]> => db.$queryRaw`
  SELECT f.number, f.declared FROM freed_number f JOIN sequence s ON s.id = f.sequence_id
  WHERE s.company_id = ${companyId} AND s.production = ${production} AND s.pos_number = ${posNumber} AND s.voucher_type = ${voucherType}
    AND f.number BETWEEN ${from} AND ${to} ORDER BY f.number`;
