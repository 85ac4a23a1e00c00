import type { LineAmounts } from "../../domain/amounts.js";
import type { RecordedVoucher } from "../../domain/recorded-voucher.js";
import type { SequenceKey } from "../../domain/sequence.js";
import { toStoredPayload, writePayload } from "../../domain/stored-payload.js";
import { addRecipients } from "../delivery/voucher-follow-ups.js";
import { advancePastKnown } from "../fragments/advance-past-known.js";
import { sourceOf } from "../fragments/source-of.js";
import { Prisma } from "../generated/client.js";
import { releaseQuota } from "../issuing/quota.js";
import { isHead, remember, withLaterNumbers } from "../issuing/requeue-later-numbers.js";
import { isOwnedBy, type OwnedSequence } from "../issuing/sequences.js";
import { nothingKnown, type Submission } from "../issuing/submissions.js";
import type { Transaction } from "../pool/database.js";
import { addVouchers } from "../reconcile/import-vouchers.js";
import type { AdoptionCandidate, AdoptionContent } from "./claimants.js";

/** A voucher that exists, to be given to an issuance that has none. */
export interface Adoption {
  claimant: AdoptionCandidate;
  content: AdoptionContent;
  /** The amounts of the lines that add up to the voucher's. */
  lines: LineAmounts[];
  /** The voucher's sequence: the issuance's own, or one under CAEA that stands in for it. */
  at: SequenceKey;
  recorded: RecordedVoucher;
  /** The issuance's own number, if it differs from the voucher's and nothing was granted under it: it is freed and remembered. */
  own?: Submission | undefined;
}

/**
 * - superseded: another issuer took the sequence.
 * - changed: the issuance was sent again, or ended, since it was read.
 * - taken: the voucher is another issuance's already, or another issuance has asked for its number.
 * - others: it is a sale of another company of the same CUIT, which had the point of sale before.
 */
export type AdoptionResult = { voucherId: number } | "superseded" | "changed" | "taken" | "others";

/**
 * Gives a voucher that exists the key of an issuance, with its items, names and mails. What the authority granted stays as it is. A
 * voucher that only the authority has is imported first. The caller must roll the transaction back unless this gives a voucher.
 * Source: issuer/README.md, section 3, "A voucher under another number".
 */
export async function adoptVoucher(tx: Transaction, taken: OwnedSequence, claim: Adoption): Promise<AdoptionResult> {
  const { claimant, at, recorded, own, content } = claim;
  const held = await tx.$queryRaw<unknown[]>`SELECT FROM sequence WHERE ${isOwnedBy(taken)} FOR UPDATE`;
  if (held.length === 0) return "superseded";
  const locked = await tx.$queryRaw<unknown[]>`SELECT FROM issuance i WHERE ${isUnchanged(claimant)} FOR UPDATE`;
  if (locked.length === 0) return "changed";
  if (await isOfOthers(tx, at, recorded)) return "others";

  // A voucher under CAEA must have been imported before.
  if (at.posNumber === taken.key.posNumber) await addVouchers(tx, at, [recorded]);
  const voucherId = await giveKey(tx, claim);
  if (voucherId === undefined) return "taken";
  // After the voucher has its key: triggers of the issuance look for its voucher.
  await (own ? approveInsteadOf(tx, taken, own, recorded) : approveWithout(tx, claimant, recorded));
  await addRecipients(tx, at, voucherId, content.body.emails, 0);
  await countUse(tx, claimant.id);
  await advancePastKnown(tx, taken.key);
  return { voucherId };
}

/** One CAE is one sale, of one company. Under a CAEA there are many. */
async function isOfOthers(
  tx: Transaction,
  { companyId, production }: SequenceKey,
  { authorization, cae }: RecordedVoucher,
): Promise<boolean> {
  if (authorization === "CAEA") return false;
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT FROM company own JOIN company c ON c.cuit = own.cuit AND c.id <> own.id
    JOIN voucher v ON v.company_id = c.id AND v.production = ${production} AND v.cae = ${cae} AND v.issuance_id IS NOT NULL
    WHERE own.id = ${companyId} LIMIT 1`;
  return rows.length > 0;
}

const isUnchanged = ({ id, revision, state, number }: AdoptionCandidate) => Prisma.sql`
  i.id = ${id} AND i.revision = ${revision} AND i.state = ${state}::issuance_state AND i.number IS NOT DISTINCT FROM ${number}::int`;

async function giveKey(
  tx: Transaction,
  { claimant, at, recorded, content: { body }, lines }: Adoption,
): Promise<number | undefined> {
  const [row] = await tx.$queryRaw<{ id: number }[]>`
    UPDATE voucher v SET issuance_id = i.id, idempotency = i.idempotency, api_key_id = i.api_key_id, user_email = i.user_email,
      source = ${sourceOf("i")}, request_id = i.request_id,
      external_reference = ${body.externalReference}, payload = ${writePayload(toStoredPayload(body))}, lines = ${JSON.stringify(lines)}::jsonb
    FROM issuance i WHERE i.id = ${claimant.id} AND v.company_id = ${at.companyId} AND v.production = ${at.production}
      AND v.pos_number = ${at.posNumber} AND v.voucher_type = ${at.voucherType} AND v.voucher_number = ${recorded.voucherNumber}
      AND v.issuance_id IS NULL AND v.source = 'rcel' AND v.cae = ${recorded.cae}
    RETURNING v.id`;
  return row?.id;
}

const asApproved = ({ voucherNumber }: RecordedVoucher) => Prisma.sql`
  state = 'approved', number = ${voucherNumber}, settled_at = clock_timestamp(), submitted_at = NULL, epoch = NULL, authority_time = NULL,
  body = NULL, amounts = NULL, declared = NULL, outcome = NULL, key_closed = false, ticket_lists_company = true, ${nothingKnown}`;

/** Approves an issuance that had another number. That number and those after it are free again, as after a rejection. */
const approveInsteadOf = (tx: Transaction, taken: OwnedSequence, own: Submission, recorded: RecordedVoucher) =>
  tx.$queryRaw`
    WITH ${withLaterNumbers(taken, own)},
    i AS (UPDATE issuance i SET ${asApproved(recorded)} FROM head WHERE ${isHead} RETURNING i.*),
    remembered AS (${remember(taken, own, true)}),
    released AS (
      ${releaseQuota(Prisma.sql`SELECT company_id, period_start FROM i UNION ALL SELECT company_id, period_start FROM behind`)}
    )
    SELECT 1 FROM i`;

/** Approves an issuance that has no number, or the voucher's. */
const approveWithout = (tx: Transaction, claimant: AdoptionCandidate, recorded: RecordedVoucher) => tx.$queryRaw`
    WITH i AS (UPDATE issuance i SET ${asApproved(recorded)} WHERE ${isUnchanged(claimant)} RETURNING i.*),
    released AS (
      ${releaseQuota(Prisma.sql`SELECT company_id, period_start FROM i WHERE ${claimant.state === "submitted"}`)}
    )
    SELECT 1 FROM i`;

/** Counts the voucher even if the quota is used up: it exists already. */
const countUse = (tx: Transaction, issuanceId: number) => tx.$executeRaw`
  UPDATE usage_period u SET used_production = u.used_production + i.production::int, used_homologation = u.used_homologation + (NOT i.production)::int
  FROM issuance i WHERE i.id = ${issuanceId} AND u.company_id = i.company_id AND u.period_start = i.period_start`;
