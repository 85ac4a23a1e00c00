import type { Declaration } from "../../domain/declaration.js";
import type { Statements } from "../pool/database.js";

/** What a key was sent with under a number before an answer or an operator freed it. The key may have been sent with something else since. */
export interface EarlierContent {
  posNumber: number;
  voucherType: number;
  number: number;
  declared: Declaration;
  /** A request under the number may still have brought the key a voucher, and nothing here stands under it. */
  isUnseen: boolean;
}

/** Those of an issuance, in whatever numbering. */
export const listEarlier = (db: Statements, issuanceId: number): Promise<EarlierContent[]> => db.$queryRaw`
  SELECT s.pos_number AS "posNumber", s.voucher_type AS "voucherType", f.number, f.declared,
    public.is_in_doubt(f) AND NOT EXISTS (SELECT FROM voucher v WHERE v.company_id = s.company_id AND v.production = s.production
      AND v.pos_number = s.pos_number AND v.voucher_type = s.voucher_type AND v.voucher_number = f.number) AS "isUnseen"
  FROM freed_number f JOIN sequence s ON s.id = f.sequence_id WHERE f.issuance_id = ${issuanceId} ORDER BY f.id`;
