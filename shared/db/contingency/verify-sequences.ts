import type { Tenant } from "../../domain/tenant.js";
import type { Statements, Transaction } from "../database.js";
import { Prisma } from "../generated/client.js";
import { inScope } from "../scope.js";

/** A sequence of a point of sale of CAEA, whose last number our own records alone know. */
export interface OwnSequence {
  posNumber: number;
  voucherType: number;
  lastNumber: number;
  /** `YYYYMMDD`. Null while nothing was issued there. */
  lastDate: string | null;
  /** No commit of it can be missing. Otherwise nothing is issued there until somebody says that none is. */
  verified: boolean;
}

const isVerified = Prisma.sql`NOT s.unverified AND s.timeline = database_timeline()
  AND s.server = (SELECT system_identifier FROM pg_control_system())`;

const ofSubstitutes = (tenant: Tenant) => Prisma.sql`
  ${inScope(tenant, "s")} AND s.last_number IS NOT NULL AND EXISTS (SELECT FROM point_of_sale p
    WHERE p.company_id = s.company_id AND p.production = s.production AND p.number = s.pos_number AND p.authorized_by = 'CAEA')`;

/** Those whose last number is known, by point of sale and type. */
export const listOwnSequences = (db: Statements, tenant: Tenant): Promise<OwnSequence[]> => db.$queryRaw`
  SELECT s.pos_number AS "posNumber", s.voucher_type AS "voucherType", s.last_number AS "lastNumber", s.last_date AS "lastDate",
    coalesce(${isVerified}, false) AS verified
  FROM sequence s WHERE ${ofSubstitutes(tenant)} ORDER BY s.pos_number, s.voucher_type`;

/** Takes the last numbers of all of them as they stand for the last ones that were issued. */
export async function verifySequences(tx: Transaction, tenant: Tenant): Promise<void> {
  await tx.$executeRaw`
    UPDATE sequence s SET unverified = false, timeline = database_timeline(), server = (SELECT system_identifier FROM pg_control_system())
    WHERE ${ofSubstitutes(tenant)}`;
}
