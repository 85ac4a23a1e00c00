import type { SequenceKey } from "../../domain/sequence.js";
import type { Tenant } from "../../domain/tenant.js";
import type { Database, Statements } from "../database.js";
import { Prisma } from "../generated/client.js";

/** A voucher that was imported and has no key. */
export interface KeylessVoucher {
  posNumber: number;
  voucherType: number;
  number: number;
  voucherDate: string;
  docType: number;
  docNumber: string;
  totalAmount: string;
  currency: string;
  cae: string;
  isCaea: boolean;
  /** The database may have forgotten the attempt that made it. */
  mayBeForgotten: boolean;
  /** When the authority processed it, in milliseconds since 1970. */
  processedAtMs: number;
}

/**
 * The database may have forgotten the attempt that made the voucher `v`: the numbering is unverified, or was when the voucher was imported.
 * Everywhere else each attempt is known, and an imported voucher is a stranger's, whatever it equals.
 */
export const mayBeForgotten = Prisma.sql`(v.while_unverified OR EXISTS (SELECT FROM sequence s WHERE s.company_id = v.company_id
  AND s.production = v.production AND s.pos_number = v.pos_number AND s.voucher_type = v.voucher_type AND NOT public.is_verified(s)))`;

/** Those of a company from a date on, in all its numberings. */
export const listKeyless = (
  db: Database,
  { companyId, production }: Tenant,
  fromDate: string,
): Promise<KeylessVoucher[]> => db.$queryRaw`
  SELECT ${keylessColumns} FROM voucher v WHERE v.company_id = ${companyId} AND v.production = ${production}
    AND v.source = 'rcel' AND v.issuance_id IS NULL AND v.voucher_date >= ${fromDate}
  ORDER BY v.pos_number, v.voucher_type, v.voucher_number`;

/** Those of one numbering and these dates. */
export const listKeylessOf = (
  db: Statements,
  { companyId, production, posNumber, voucherType }: SequenceKey,
  dates: string[],
): Promise<KeylessVoucher[]> => db.$queryRaw`
  SELECT ${keylessColumns} FROM voucher v WHERE v.company_id = ${companyId} AND v.production = ${production} AND v.pos_number = ${posNumber}
    AND v.voucher_type = ${voucherType} AND v.source = 'rcel' AND v.issuance_id IS NULL AND v.voucher_date = ANY(${dates})`;

/** Those of one date where an issuance of this numbering may have its voucher: there, and where what is under CAEA stands in for it. */
export const listKeylessAt = (
  db: Database,
  { companyId, production, posNumber, voucherType }: SequenceKey,
  date: string,
): Promise<KeylessVoucher[]> => db.$queryRaw`
  SELECT ${keylessColumns} FROM voucher v WHERE v.company_id = ${companyId} AND v.production = ${production} AND v.voucher_type = ${voucherType}
    AND v.source = 'rcel' AND v.issuance_id IS NULL AND v.voucher_date = ${date}
    AND (v.pos_number = ${posNumber} OR v.caea AND EXISTS (SELECT FROM point_of_sale p WHERE p.company_id = v.company_id
      AND p.production = v.production AND p.number = ${posNumber} AND p.contingency_pos = v.pos_number))
  ORDER BY v.pos_number, v.voucher_number`;

const keylessColumns = Prisma.sql`
  v.pos_number AS "posNumber", v.voucher_type AS "voucherType", v.voucher_number AS number, v.voucher_date::text AS "voucherDate", v.doc_type AS "docType",
  v.doc_number AS "docNumber", v.total_amount::text AS "totalAmount", v.currency, v.cae, v.caea AS "isCaea", ${mayBeForgotten} AS "mayBeForgotten",
  (extract(epoch FROM v.created_at) * 1000)::float8 AS "processedAtMs"`;
