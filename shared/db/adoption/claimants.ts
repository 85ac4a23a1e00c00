import type { Amounts } from "../../domain/amounts.js";
import type { Declaration } from "../../domain/declaration.js";
import type { IssuanceRequest } from "../../domain/issuance-request.js";
import type { SequenceKey } from "../../domain/sequence.js";
import { Prisma } from "../generated/client.js";
import type { IssuanceState } from "../issuing/issuances.js";
import type { OwnedSequence } from "../issuing/sequences.js";
import { ofSequence } from "../issuing/submissions.js";
import type { Database } from "../pool/database.js";
import { mayBeForgotten } from "../reconcile/keyless-vouchers.js";

/** An issuance without a voucher, to which an operator wants to give one that exists. */
export interface AdoptionCandidate {
  id: number;
  revision: number;
  state: IssuanceState;
  number: number | null;
  requestId: string;
  /** Content of the request. Null when it is not kept any more. */
  content: AdoptionContent | null;
}

/** Content that a voucher takes from its issuance. */
export interface AdoptionContent {
  body: IssuanceRequest;
  amounts: Amounts;
  declared: Declaration;
}

type ClaimantRow = Omit<AdoptionCandidate, "content"> & {
  [Part in keyof AdoptionContent]: AdoptionContent[Part] | null;
};

/** Undefined when the sequence has no such issuance. */
export async function findAdoptionCandidate(
  db: Database,
  key: SequenceKey,
  id: number,
): Promise<AdoptionCandidate | undefined> {
  const [row] = await db.$queryRaw<ClaimantRow[]>`
    SELECT i.id, i.revision, i.state::text, i.number, i.request_id AS "requestId", i.body, i.amounts, i.declared
    FROM issuance i WHERE ${ofSequence(key)} AND i.id = ${id}`;
  if (!row) return undefined;
  const { body, amounts, declared, ...claimant } = row;
  const content = body && amounts && declared ? { body, amounts, declared } : null;
  return { ...claimant, content };
}

/** Voucher of our database under a number. Undefined when there is none. */
export type NumberVoucher =
  | { isTaken: boolean; key: string | null; cae: string; isCaea: boolean; mayBeForgotten: boolean }
  | undefined;

/** State of a number in our database. */
export interface NumberState {
  /**
   * The voucher with this number. Undefined when there is none. `isTaken`: it belongs to an issuance, or was not imported, so no
   * issuance may claim it. `mayBeForgotten`: the database may have forgotten the attempt that made it.
   */
  voucher?: NumberVoucher;
  /** The issuance that has this number, while the issuance's outcome is open. */
  askedBy: number | null;
}

export async function findNumberState(db: Database, key: SequenceKey, number: number): Promise<NumberState> {
  const [row] = await db.$queryRaw<{ voucher: NumberState["voucher"] | null; askedBy: number | null }[]>`
    SELECT (SELECT jsonb_build_object('isTaken', v.issuance_id IS NOT NULL OR v.source <> 'rcel', 'key', v.idempotency, 'cae', v.cae, 'isCaea', v.caea,
          'mayBeForgotten', ${mayBeForgotten})
        FROM voucher v WHERE ${inSequence(key)} AND v.voucher_number = ${number}) AS voucher,
      (SELECT i.id FROM issuance i WHERE ${ofSequence(key)} AND i.state = 'submitted' AND i.number = ${number}) AS "askedBy"`;
  return { voucher: row?.voucher ?? undefined, askedBy: row?.askedBy ?? null };
}

/** The vouchers of a sequence, as `v`. */
const inSequence = ({ companyId, production, posNumber, voucherType }: SequenceKey) => Prisma.sql`
  v.company_id = ${companyId} AND v.production = ${production} AND v.pos_number = ${posNumber} AND v.voucher_type = ${voucherType}`;

/** The numbers of an issuance that an answer or an operator freed, and of whose voucher nothing proves yet that it is not the issuance's. */
export async function listFreedOf(
  db: Database,
  { id: sequenceId }: Pick<OwnedSequence, "id">,
  issuanceId: number,
): Promise<number[]> {
  const rows = await db.$queryRaw<{ number: number }[]>`
    SELECT DISTINCT f.number FROM freed_number f
    WHERE f.issuance_id = ${issuanceId} AND f.sequence_id = ${sequenceId} AND public.is_in_doubt(f) ORDER BY f.number`;
  return rows.map(({ number }) => number);
}

/** How many numbers are looked at for one issuance, at most. */
export const maxLooked = 50;

/** From one date to another, both included. */
export interface DateSpan {
  from: string;
  to: string;
}

/**
 * The numbers, the highest first, under which the authority may have a voucher of these dates that we do not know. Dates never go back,
 * so these numbers come after all vouchers of earlier dates and before all of later ones. If there are more than `maxLooked`, one
 * more is given, to show it.
 */
export async function listUnknown(
  db: Database,
  key: SequenceKey,
  { from, to }: DateSpan,
  authorityLast: number,
): Promise<number[]> {
  const rows = await db.$queryRaw<{ number: number }[]>`
    WITH bounds AS (
      SELECT coalesce(max(v.voucher_number) FILTER (WHERE v.voucher_date < ${from}), 0) AS above,
        coalesce(min(v.voucher_number) FILTER (WHERE v.voucher_date > ${to}), ${authorityLast} + 1) AS below
      FROM voucher v WHERE ${inSequence(key)}
    )
    SELECT n.number FROM bounds, generate_series(least(bounds.below, ${authorityLast} + 1) - 1, bounds.above + 1, -1) AS n(number)
    WHERE NOT EXISTS (SELECT FROM voucher v WHERE ${inSequence(key)} AND v.voucher_number = n.number)
    LIMIT ${maxLooked + 1}`;
  return rows.map(({ number }) => number);
}
