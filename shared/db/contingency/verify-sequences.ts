import type { NumberRange } from "../../domain/number-range.js";
import type { Tenant } from "../../domain/tenant.js";
import { inScope } from "../fragments/scope.js";
import { Prisma } from "../generated/client.js";
import { currentIncarnation } from "../incarnation/incarnation.js";
import { noteMissing } from "../issuing/missing-numbers.js";
import type { Statements, Transaction } from "../pool/database.js";
import { holesThere, lastDateThere, lastNumberThere, vouchersBehind } from "./known-vouchers.js";

/** A sequence of a point of sale of CAEA, whose last number our own records alone know. */
export interface OwnSequence {
  posNumber: number;
  voucherType: number;
  lastNumber: number;
  /** `YYYYMMDD`: no voucher there may be dated before. Null while none is known. */
  lastDate: string | null;
  /** No commit of it can be missing. Otherwise nothing is issued there until somebody says that none is. */
  verified: boolean;
  /** The numbers before the last one of which nothing is known here: they were said to be missing, were forgotten, or a later one was imported. */
  holes: NumberRange[];
}

const isVerified = Prisma.sql`NOT s.unverified AND s.incarnation = ${currentIncarnation}`;

const ofSubstitutes = (tenant: Tenant) => Prisma.sql`
  ${inScope(tenant, "s")} AND s.last_number IS NOT NULL AND EXISTS (SELECT FROM point_of_sale p
    WHERE p.company_id = s.company_id AND p.production = s.production AND p.number = s.pos_number AND p.authorized_by = 'CAEA')`;

/** The sequences under CAEA whose last number is known, by point of sale and type. */
export const listOwnSequences = (db: Statements, tenant: Tenant): Promise<OwnSequence[]> => db.$queryRaw`
  SELECT s.pos_number AS "posNumber", s.voucher_type AS "voucherType", ${lastNumberThere} AS "lastNumber", ${lastDateThere} AS "lastDate",
    coalesce(${isVerified}, false) AS verified, ${holesThere} AS holes
  FROM sequence s WHERE ${ofSubstitutes(tenant)} ORDER BY s.pos_number, s.voucher_type`;

/** A point of sale of CAEA of which no last number is known. */
export interface UnaskedPoint {
  number: number;
  enabled: boolean;
}

/** Nobody can say anything of these yet, and keys in doubt wait for that. */
export const listUnasked = (db: Statements, tenant: Tenant): Promise<UnaskedPoint[]> => db.$queryRaw`
  SELECT p.number, p.enabled FROM point_of_sale p WHERE ${inScope(tenant, "p")} AND p.authorized_by = 'CAEA'
    AND NOT EXISTS (SELECT FROM sequence s WHERE s.company_id = p.company_id AND s.production = p.production
      AND s.pos_number = p.number AND s.last_number IS NOT NULL) ORDER BY p.number`;

/** Statement of a person about a sequence: its last number and that voucher's date, after `seen` was shown as the last. */
export interface OperatorStatement extends Pick<OwnSequence, "posNumber" | "voucherType" | "lastNumber" | "lastDate"> {
  seen: number;
}

/**
 * Takes a person's word for the last voucher that was issued in a sequence. Nothing goes back. False when another came meanwhile. It raises the
 * epoch: whoever took the sequence on an earlier timeline stays fenced off. Numbers up to the word that have no voucher here are missing, also
 * those before an imported one: a key that may have one of them is not issued again.
 */
export async function verifySequence(tx: Transaction, tenant: Tenant, word: OperatorStatement): Promise<boolean> {
  const changed = await tx.$executeRaw`
    UPDATE sequence s SET epoch = s.epoch + 1, unverified = false, incarnation = ${currentIncarnation},
      last_number = greatest(s.last_number, ${word.lastNumber}), last_date = greatest(s.last_date, ${word.lastDate}),
      ${missingUpTo(word.lastNumber)}
    WHERE ${ofSubstitutes(tenant)} AND s.pos_number = ${word.posNumber} AND s.voucher_type = ${word.voucherType}
      AND ${lastNumberThere} = ${word.seen} AND ${currentIncarnation} <> 0`;
  return changed === 1;
}

/** Notes the numbers after the row's own last number, up to `last`, as missing, unless each of them has a voucher. */
function missingUpTo(last: number): Prisma.Sql {
  const isMissing = Prisma.sql`(SELECT count(*) FROM ${vouchersBehind} AND v.voucher_number <= ${last}) < ${last} - s.last_number`;
  return noteMissing(isMissing, Prisma.sql`least(s.missing_from, s.last_number + 1)`, last);
}
