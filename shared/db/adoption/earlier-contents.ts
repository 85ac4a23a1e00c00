import type { Declaration } from "../../domain/declaration.js";
import type { VoucherIdentity } from "../../domain/equal-sale.js";
import type { SequenceKey } from "../../domain/sequence.js";
import { voucherlessOf } from "../issuing/submissions.js";
import type { Statements } from "../pool/database.js";

/**
 * Content that a key was sent with under a number before an answer or an operator freed it, or that it was recorded with before the database lost commits.
 * The key may have been sent with something else since.
 */
export interface EarlierContent {
  posNumber: number;
  voucherType: number;
  /** Null where nobody knows under which number it may have been sent. */
  number: number | null;
  declared: Declaration;
  /** A request under the number may still have brought the key a voucher, and nothing here stands under it. */
  isUnseen: boolean;
}

/** Earlier contents of an issuance, in whatever numbering. */
export const listEarlier = (db: Statements, issuanceId: number): Promise<EarlierContent[]> => db.$queryRaw`
  SELECT s.pos_number AS "posNumber", s.voucher_type AS "voucherType", f.number, f.declared,
    public.is_in_doubt(f) AND NOT EXISTS (SELECT FROM voucher v WHERE v.company_id = s.company_id AND v.production = s.production
      AND v.pos_number = s.pos_number AND v.voucher_type = s.voucher_type AND v.voucher_number = f.number) AS "isUnseen"
  FROM freed_number f JOIN sequence s ON s.id = f.sequence_id WHERE f.issuance_id = ${issuanceId}
  UNION ALL SELECT b."posNumber", b."voucherType", NULL, b.declared, false FROM issuance i
    CROSS JOIN jsonb_to_recordset(i.body -> 'sentBefore') AS b("posNumber" int, "voucherType" int, declared jsonb)
  WHERE i.id = ${issuanceId} AND i.body -> 'sentBefore' IS NOT NULL`;

/** A key without a voucher that was sent with what a voucher shows. */
export interface OtherEarlier {
  issuanceId: number;
  key: string;
}

/** Bound of what is told. */
const maxTold = 21;

/**
 * The other keys of a numbering that were sent with what a voucher shows, under a number that was freed since: under the voucher's own, while that is in
 * doubt, or under any, where the database may have forgotten an attempt. There also those that were recorded with it before commits were lost.
 */
export const listOtherEarlier = (
  db: Statements,
  key: SequenceKey,
  { voucherDate, docType, docNumber, totalAmount, currency }: VoucherIdentity,
  { issuanceId, number, mayBeForgotten }: { issuanceId: number; number: number | null; mayBeForgotten: boolean },
): Promise<OtherEarlier[]> => {
  const { companyId, production, posNumber, voucherType } = key;
  return db.$queryRaw`
  SELECT DISTINCT i.id AS "issuanceId", i.idempotency AS key
  FROM sequence s JOIN freed_number f ON f.sequence_id = s.id JOIN issuance i ON i.id = f.issuance_id
  WHERE s.company_id = ${companyId} AND s.production = ${production} AND s.pos_number = ${posNumber} AND s.voucher_type = ${voucherType}
    AND i.id <> ${issuanceId} AND i.state <> 'approved'
    AND public.is_of_sale(f.declared, ${voucherDate}, ${docType}::int, ${docNumber}, ${totalAmount}::numeric, ${currency})
    AND (${mayBeForgotten} OR f.number = ${number}::int AND public.is_in_doubt(f))
  UNION SELECT i.id, i.idempotency FROM issuance i
    CROSS JOIN jsonb_to_recordset(i.body -> 'sentBefore') AS b("posNumber" int, "voucherType" int, declared jsonb)
  WHERE ${mayBeForgotten}::boolean AND i.id <> ${issuanceId} AND i.body -> 'sentBefore' IS NOT NULL AND i.id IN (${voucherlessOf(key)})
    AND (b."posNumber", b."voucherType") = (${posNumber}, ${voucherType})
    AND public.is_of_sale(b.declared, ${voucherDate}, ${docType}::int, ${docNumber}, ${totalAmount}::numeric, ${currency})
  ORDER BY 1 LIMIT ${maxTold}`;
};
