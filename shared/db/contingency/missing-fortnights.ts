import type { Tenant } from "../../domain/tenant.js";
import { inScope } from "../fragments/scope.js";
import { Prisma } from "../generated/client.js";
import type { Statements, Transaction } from "../pool/database.js";
import { argentineDayOf, isThere } from "./known-vouchers.js";

/** The fortnight of the code `a`, as `YYYYMM-1`. */
const nameOfCode = Prisma.sql`(a.period || '-' || a.fortnight)`;

/**
 * Numbers of the sequence `s` are missing, not each of them is known here, and one may be of the fortnight of the code `a`: that lies between
 * the voucher before the missing ones and the day on which they were found missing. Without such a voucher they may be of any day before.
 */
const reachesInto = Prisma.sql`(s.missing_at IS NOT NULL AND a.valid_from <= ${argentineDayOf(Prisma.sql`s.missing_at`)}
  AND a.valid_to >= coalesce((SELECT v.voucher_date FROM voucher v WHERE ${isThere} AND v.voucher_number < s.missing_from
    ORDER BY v.voucher_number DESC LIMIT 1), '')
  AND (SELECT count(*) FROM voucher v WHERE ${isThere} AND v.voucher_number BETWEEN s.missing_from AND s.missing_to)
    <= s.missing_to - s.missing_from)`;

/** Whether it may hold one: no person said that none is of this fortnight. It may not be declared as one without a voucher. */
export const mayHoldMissing = Prisma.sql`(${reachesInto} AND ${nameOfCode} <> ALL (s.without_missing))`;

/** The last number of `s` is one of the missing, and a person said that none of them is of this fortnight: so its date is not, either. */
export const lastIsNotOf = Prisma.sql`coalesce(s.last_number BETWEEN s.missing_from AND s.missing_to AND ${nameOfCode} = ANY (s.without_missing), false)`;

/** A fortnight into which missing numbers of a sequence reach. */
export interface MissingFortnight {
  posNumber: number;
  voucherType: number;
  /** `YYYYMM-1` or `YYYYMM-2`. */
  fortnight: string;
  /** A person said that none of them is of it. */
  isUnused: boolean;
}

/** Lists those of the company's codes, by sequence and time. What is declared, or has a voucher, is among them. */
export const listMissingFortnights = (db: Statements, tenant: Tenant): Promise<MissingFortnight[]> => db.$queryRaw`
  SELECT s.pos_number AS "posNumber", s.voucher_type AS "voucherType", ${nameOfCode} AS fortnight,
    ${nameOfCode} = ANY (s.without_missing) AS "isUnused"
  FROM sequence s JOIN caea a ON a.company_id = s.company_id AND a.production = s.production AND a.code IS NOT NULL
  WHERE ${inScope(tenant, "s")} AND ${reachesInto} ORDER BY s.pos_number, s.voucher_type, a.valid_from`;

/** Takes a person's word that no missing number of a sequence is of this fortnight. False when none can be, or it was said before. */
export async function sayUnused(
  tx: Transaction,
  tenant: Tenant,
  { posNumber, voucherType, fortnight }: Omit<MissingFortnight, "isUnused">,
): Promise<boolean> {
  const changed = await tx.$executeRaw`
    UPDATE sequence s SET without_missing = s.without_missing || ${nameOfCode} FROM caea a
    WHERE ${inScope(tenant, "s")} AND s.pos_number = ${posNumber} AND s.voucher_type = ${voucherType}
      AND a.company_id = s.company_id AND a.production = s.production AND a.code IS NOT NULL AND ${nameOfCode} = ${fortnight} AND ${mayHoldMissing}`;
  return changed === 1;
}
