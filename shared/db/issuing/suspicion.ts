import type { SequenceKey } from "../../domain/sequence.js";
import { Prisma } from "../generated/client.js";
import type { Database, Transaction } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";

/**
 * A voucher of the key of `i` may exist that nothing here shows, whatever became of its attempts: a number of it was freed after an
 * answer, or the database lost the commits of an attempt. Source: issuer/README.md, section 3, "A key in doubt".
 *
 * ▲ These are VOLATILE functions of the database: each call reads what is committed at that moment. So a statement that waited for a locked row
 * judges the key by what is there after the wait. Source: issuer/README.md, section 4, "What a commit looks at".
 */
const isSuspect = Prisma.sql`public.is_suspect(i.id)`;

/** Possible voucher under CAEA: nothing goes out for the key before a person has said which of those are missing. */
const awaitsVerification = Prisma.sql`public.awaits_verification(i.id)`;

/** Possible voucher among those imported since, or known to be missing: sent again, it would get a second one. */
export const mayBeImported = Prisma.sql`public.may_be_imported(i.id)`;

/** Possible voucher in another numbering, of which the database may have forgotten vouchers. */
const othersUnverified = Prisma.sql`public.others_unverified(i.id)`;

/** A voucher of its key may exist where no look before it is sent would show it: sent again, it would get a second one. */
export const mayBeHidden = Prisma.sql`public.may_be_hidden(i.id)`;

/**
 * Condition of the INSERT of an attempt into `issuance AS i`: the key made no voucher, and a new attempt of it cannot make a second. In the
 * order of what they cost.
 */
export const mayRetry = Prisma.sql`
  i.state IN ('rejected', 'cancelled', 'failed') AND NOT i.key_closed
    AND ((i.pos_number, i.voucher_type) = (excluded.pos_number, excluded.voucher_type) OR NOT ${isSuspect})
    AND NOT ${awaitsVerification} AND NOT ${mayBeHidden}`;

/** Start of the doubt, in the same INSERT: the database may have lost an attempt of the key. ▲ No new attempt ends it: it is asked anew. */
export const suspectSince = Prisma.sql`
  CASE WHEN i.incarnation <> excluded.incarnation THEN least(i.suspect_since, i.enqueued_at) ELSE i.suspect_since END`;

/** Condition of the same INSERT: a key in doubt moves to no other numbering, so not to CAEA either. */
export const staysWithCae = Prisma.sql`(i.incarnation <> excluded.incarnation OR ${isSuspect})`;

/**
 * Why a key without a voucher takes no new attempt.
 * - barred: an operator has closed it.
 * - elsewhere: it may have a voucher in the numbering of its last attempt, and this one is for another.
 * - unverified: it may have one under CAEA, and nobody has said yet which of those are missing.
 * - imported: its voucher may be among those that were imported since, or that are missing.
 * - othersUnverified: it may have one in another numbering, of which the database may have forgotten vouchers.
 */
export type KeyObstacle =
  | { why: "barred" | "unverified" | "imported" | "othersUnverified" }
  /** `isOpenThere`: sent again for that numbering it cannot get a second voucher. */
  | { why: "elsewhere"; posNumber: number; voucherType: number; isOpenThere: boolean };

/** Undefined when the key may be tried again, is unknown, open, or has its voucher. */
export async function findKeyObstacle(
  db: Database,
  { companyId, production, posNumber, voucherType }: SequenceKey,
  idempotency: string,
): Promise<KeyObstacle | undefined> {
  const [row] = await db.$queryRaw<
    {
      barred: boolean;
      suspect: boolean;
      unverified: boolean;
      imported: boolean;
      othersUnverified: boolean;
      posNumber: number;
      voucherType: number;
    }[]
  >(prepared("find_key_obstacle")`
    SELECT i.key_closed AS barred, ${isSuspect} AS suspect, ${awaitsVerification} AS unverified, ${mayBeImported} AS imported, ${othersUnverified} AS "othersUnverified",
      i.pos_number AS "posNumber", i.voucher_type AS "voucherType"
    FROM issuance i WHERE i.company_id = ${companyId} AND i.production = ${production} AND i.idempotency = ${idempotency}
      AND i.state IN ('rejected', 'cancelled', 'failed')`);
  if (!row) return undefined;
  const { barred, suspect, unverified, imported } = row;
  if (barred) return { why: "barred" };
  if (suspect && (row.posNumber !== posNumber || row.voucherType !== voucherType)) {
    const isOpenThere = !unverified && !imported && !row.othersUnverified;
    return { why: "elsewhere", posNumber: row.posNumber, voucherType: row.voucherType, isOpenThere };
  }
  if (unverified) return { why: "unverified" };
  if (imported) return { why: "imported" };
  return row.othersUnverified ? { why: "othersUnverified" } : undefined;
}

/** Closes the key of an issuance without a voucher for good. False when it is open, has its voucher, or is closed already. */
export async function barKey(
  tx: Transaction,
  { companyId, production }: Pick<SequenceKey, "companyId" | "production">,
  issuanceId: number,
): Promise<boolean> {
  const changed = await tx.$executeRaw`
    UPDATE issuance i SET key_closed = true
    WHERE i.id = ${issuanceId} AND i.company_id = ${companyId} AND i.production = ${production} AND NOT i.key_closed
      AND i.state IN ('rejected', 'cancelled', 'failed')`;
  return changed === 1;
}
