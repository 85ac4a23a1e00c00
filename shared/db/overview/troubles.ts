import type { Tenant } from "../../domain/tenant.js";
import { countRows } from "../fragments/count-rows.js";
import { inScope } from "../fragments/scope.js";
import { Prisma } from "../generated/client.js";
import type { Statements } from "../pool/database.js";

/** A mail of a voucher that could not be sent. */
export interface FailedMail {
  voucherId: number;
  voucherType: number;
  posNumber: number;
  voucherNumber: number;
  email: string;
}

/** Enough to say what is wrong; a look at more vouchers would make the page wait. */
const newestVouchers = 1_000;

/**
 * Mails of the last week that failed, of the newest vouchers: the newest first. One is mended when its voucher was mailed to somebody
 * after it.
 */
export const findFailedMails = (db: Statements, scope: Tenant, limit: number): Promise<FailedMail[]> =>
  db.$queryRaw`
    SELECT v.id AS "voucherId", v.voucher_type AS "voucherType", v.pos_number AS "posNumber",
      v.voucher_number AS "voucherNumber", r.email
    FROM (SELECT v.* FROM voucher v WHERE ${inScope(scope, "v")} ORDER BY v.id DESC LIMIT ${newestVouchers}) v
      JOIN recipient r ON r.voucher_id = v.id
    WHERE r.state = 'failed' AND r.created_at > now() - interval '7 days'
      AND NOT EXISTS (SELECT FROM recipient o WHERE o.voucher_id = v.id AND o.slot > r.slot AND o.state <> 'failed')
    ORDER BY v.id DESC, r.slot LIMIT ${limit}`;

/** How many issuances the authority has left in doubt: nobody knows yet whether they are vouchers. */
export const countDoubts = (db: Statements, scope: Tenant): Promise<number> =>
  countRows(db, Prisma.sql`issuance i WHERE ${inScope(scope, "i")} AND i.state = 'submitted' AND i.doubt IS NOT NULL`);
