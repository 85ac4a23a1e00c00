import type { SequenceKey } from "../../domain/sequence.js";
import { Prisma } from "../generated/client.js";
import { currentIncarnation } from "../incarnation/incarnation.js";
import type { Database, Transaction } from "../pool/database.js";
import { inSequence } from "./reconciliation.js";

const isUnderCaea = Prisma.sql`EXISTS (SELECT FROM point_of_sale p WHERE p.company_id = s.company_id AND p.production = s.production
  AND p.number = s.pos_number AND p.authorized_by = 'CAEA')`;

/** Young history: what was sent before it may still be on its way to the authority. A clock that was set back keeps nobody waiting. */
const isYoungHistory = Prisma.sql`EXISTS (SELECT FROM database_incarnation l
  WHERE l.began_at BETWEEN clock_timestamp() - interval '10 minutes' AND clock_timestamp() + interval '10 minutes')`;

const isOpen = Prisma.sql`EXISTS (SELECT FROM issuance i WHERE i.company_id = s.company_id AND i.production = s.production
  AND i.pos_number = s.pos_number AND i.voucher_type = s.voucher_type AND i.state = 'submitted')`;

/** Missing number, one at least, without a voucher here. */
const hasMissing = Prisma.sql`(s.missing_to IS NOT NULL AND (SELECT count(*) FROM voucher v WHERE v.company_id = s.company_id
  AND v.production = s.production AND v.pos_number = s.pos_number AND v.voucher_type = s.voucher_type
  AND v.voucher_number BETWEEN s.missing_from AND s.missing_to) <= s.missing_to - s.missing_from)`;

/** Facts that decide whether a comparison with the authority can verify a numbering. */
export interface Verification {
  /** Null: the authority was never asked. */
  lastNumber: number | null;
  isVerified: boolean;
  isUnderCaea: boolean;
  isYoungHistory: boolean;
  isOpen: boolean;
  hasMissing: boolean;
}

/** Undefined when the numbering was never used here. */
export async function readVerification(db: Database, key: SequenceKey): Promise<Verification | undefined> {
  const [row] = await db.$queryRaw<Verification[]>`
    SELECT s.last_number AS "lastNumber", public.is_verified(s) AS "isVerified", ${isUnderCaea} AS "isUnderCaea",
      ${isYoungHistory} AS "isYoungHistory", ${isOpen} AS "isOpen", ${hasMissing} AS "hasMissing"
    FROM sequence s WHERE ${inSequence(key)}`;
  return row;
}

/**
 * No commit of the numbering is missing: it was compared with the authority up to its last number, when ours was `seenLast`. It raises the epoch, so
 * that whoever took the numbering before commits nothing; nothing goes back. False when something changed since: what decides is read behind
 * the lock. Source: issuer/README.md, section 3, "A database that lost its last commits".
 */
export async function verifyNumbering(tx: Transaction, key: SequenceKey, seenLast: number | null): Promise<boolean> {
  await tx.$queryRaw`SELECT FROM sequence s WHERE ${inSequence(key)} FOR UPDATE`;
  const changed = await tx.$executeRaw`
    UPDATE sequence s SET epoch = s.epoch + 1, unverified = false, incarnation = ${currentIncarnation}
    WHERE ${inSequence(key)} AND s.last_number IS NOT DISTINCT FROM ${seenLast}::int AND ${currentIncarnation} <> 0
      AND NOT ${isUnderCaea} AND NOT ${isYoungHistory} AND NOT ${isOpen} AND NOT ${hasMissing}`;
  return changed === 1;
}

/** How many numberings of each company are not verified: any of them holds keys back. Those under CAEA are a person's word. */
export function countUnverified(
  db: Database,
  companyId?: number,
): Promise<{ code: string; production: boolean; numberings: number }[]> {
  const only = companyId === undefined ? Prisma.empty : Prisma.sql`AND s.company_id = ${companyId}`;
  return db.$queryRaw`
    SELECT c.code, s.production, count(*)::int AS numberings FROM sequence s JOIN company c ON c.id = s.company_id
    WHERE NOT public.is_verified(s) AND NOT ${isUnderCaea} AND NOT ${isYoungHistory} ${only}
    GROUP BY c.code, s.production ORDER BY c.code, s.production`;
}
