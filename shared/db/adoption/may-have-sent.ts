import type { SequenceKey } from "../../domain/sequence.js";
import { Prisma } from "../generated/client.js";
import { isNeverSent } from "../issuing/submissions.js";
import type { Database } from "../pool/database.js";
import { mayBeForgotten } from "../reconcile/keyless-vouchers.js";

/** The outcome of the issuance `i`, or its key, is in doubt: one of its attempts may have been sent, and nothing here shows it. */
export const isInDoubt = Prisma.sql`(i.doubt IS NOT NULL OR i.state = 'queued' AND ${isNeverSent} OR public.is_suspect(i.id))`;

/**
 * Whether the voucher with this number may be of an attempt of the issuance's key. A voucher that only the authority has is judged by its
 * numbering alone. Source: issuer/README.md, section 3, "A voucher under another number".
 */
export async function mayHaveSent(db: Database, issuanceId: number, at: SequenceKey, number: number): Promise<boolean> {
  const { companyId, production, posNumber, voucherType } = at;
  const [row] = await db.$queryRaw<{ may: boolean }[]>`
    SELECT ${isInDoubt} OR EXISTS (
      SELECT FROM (SELECT ${companyId}::int AS company_id, ${production}::boolean AS production, ${posNumber}::int AS pos_number,
          ${voucherType}::int AS voucher_type, coalesce((SELECT w.while_unverified FROM voucher w WHERE w.company_id = ${companyId}
            AND w.production = ${production} AND w.pos_number = ${posNumber} AND w.voucher_type = ${voucherType}
            AND w.voucher_number = ${number}), false) AS while_unverified) v
      WHERE ${mayBeForgotten}) AS may
    FROM issuance i WHERE i.id = ${issuanceId} AND i.company_id = ${companyId} AND i.production = ${production}`;
  return row?.may ?? false;
}
