import type { Tenant } from "../../domain/tenant.js";
import { Prisma } from "../generated/client.js";
import type { Database, Statements } from "../pool/database.js";

/** A voucher that was imported and has no key. */
export interface KeylessVoucher {
  posNumber: number;
  voucherType: number;
  number: number;
  voucherDate: string;
  docType: number;
  docNumber: string;
  totalAmount: string;
  tributesAmount: string;
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

/** Lists a company's keyless vouchers from a date on, in all its numberings. */
export const listKeyless = (
  db: Database,
  { companyId, production }: Tenant,
  fromDate: string,
): Promise<KeylessVoucher[]> => db.$queryRaw`
  SELECT ${keylessColumns} FROM voucher v WHERE v.company_id = ${companyId} AND v.production = ${production}
    AND v.source = 'rcel' AND v.issuance_id IS NULL AND v.voucher_date >= ${fromDate}
  ORDER BY v.pos_number, v.voucher_type, v.voucher_number`;

/** Lists a company's keyless vouchers of these dates, in all its numberings. */
export const listKeylessOn = (
  db: Statements,
  { companyId, production }: Tenant,
  dates: string[],
): Promise<KeylessVoucher[]> => db.$queryRaw`
  SELECT ${keylessColumns} FROM voucher v WHERE v.company_id = ${companyId} AND v.production = ${production}
    AND v.source = 'rcel' AND v.issuance_id IS NULL AND v.voucher_date = ANY(${dates})
  ORDER BY v.pos_number, v.voucher_type, v.voucher_number`;

const keylessColumns = Prisma.sql`
  v.pos_number AS "posNumber", v.voucher_type AS "voucherType", v.voucher_number AS number, v.voucher_date::text AS "voucherDate", v.doc_type AS "docType",
  v.doc_number AS "docNumber", v.total_amount::text AS "totalAmount", v.tributes_amount::text AS "tributesAmount", v.currency, v.cae, v.caea AS "isCaea", ${mayBeForgotten} AS "mayBeForgotten",
  (extract(epoch FROM v.created_at) * 1000)::float8 AS "processedAtMs"`;
