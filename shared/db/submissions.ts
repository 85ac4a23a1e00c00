import type { Amounts, VatRounding } from "../domain/amounts.js";
import type { AuthorityMessage } from "../domain/cae-outcome.js";
import type { NoVoucher } from "../domain/issuance-outcome.js";
import type { IssuanceRequest } from "../domain/issuance-request.js";
import type { SequenceKey } from "../domain/sequence.js";
import type { Database } from "./database.js";
import { Prisma } from "./generated/client.js";
import type { TakenSequence } from "./sequences.js";

/** An issuance for which a number was written ahead: it may have been asked for, and is settled before anything else. */
export interface Submission {
  id: number;
  revision: number;
  number: number;
  body: IssuanceRequest;
  amounts: Amounts;
  vatRounding: VatRounding;
  requestId: string;
  /** A definitive refusal of a repeated request, and how long ago it came. */
  refusal: AuthorityMessage[] | null;
  refusedAgoMs: number | null;
}

const submissionColumns = Prisma.sql`
  i.id, i.revision, i.number, i.body, i.amounts, i.vat_rounding AS "vatRounding", i.request_id AS "requestId",
  i.refusal -> 'reasons' AS refusal,
  (extract(epoch FROM clock_timestamp() - (i.refusal ->> 'at')::timestamptz) * 1000)::float8 AS "refusedAgoMs"`;

const ofSequence = (key: SequenceKey) => Prisma.sql`
  i.company_id = ${key.companyId} AND i.production = ${key.production}
  AND i.pos_number = ${key.posNumber} AND i.voucher_type = ${key.voucherType}`;

/** Locks the sequence's row for the statement, and only for the taker whose epoch is the current one. */
const fence = ({ id, epoch }: TakenSequence) => Prisma.sql`
  SELECT id, last_number FROM sequence WHERE id = ${id} AND epoch = ${epoch} FOR UPDATE`;

/** The submission exactly as its taker knows it: fenced by state, number and revision. */
const exactly = ({ id, revision, number }: Submission) => Prisma.sql`
  i.id = ${id} AND i.revision = ${revision} AND i.number = ${number} AND i.state = 'submitted'`;

export async function listSubmissions(db: Database, key: SequenceKey): Promise<Submission[]> {
  return db.$queryRaw<Submission[]>`
    SELECT ${submissionColumns} FROM issuance i WHERE ${ofSequence(key)} AND i.state = 'submitted' ORDER BY i.number`;
}

/** How long ago its number was written ahead, in milliseconds, by the database's clock alone. */
export async function submittedAgoMs(db: Database, { id }: Submission): Promise<number> {
  const [row] = await db.$queryRaw<[{ agoMs: number }]>`
    SELECT (extract(epoch FROM clock_timestamp() - submitted_at) * 1000)::float8 AS "agoMs" FROM issuance WHERE id = ${id}`;
  return row.agoMs;
}

export async function hasQueued(db: Database, key: SequenceKey): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM issuance i WHERE ${ofSequence(key)} AND i.state = 'queued' AND i.deadline_at > now() LIMIT 1`;
  return rows.length === 1;
}

export type SubmitResult =
  | { outcome: "submitted"; submission: Submission }
  | { outcome: "empty" }
  /** The month's vouchers are used up: the first in line cannot be issued. */
  | { outcome: "quotaExhausted"; issuanceId: number }
  /** Another taker came. */
  | { outcome: "lost" };

type SubmitRow = { current: boolean; picked: number | null } & (Submission | { id: null });

/**
 * The write-ahead: gives the first in line the next number and reserves its quota, before any byte is sent.
 * What is sent is what this returns. Source: DESIGN.md, section 2, step 5.
 */
export async function submitNext(db: Database, taken: TakenSequence): Promise<SubmitResult> {
  const { companyId } = taken.key;
  const [row] = await db.$queryRaw<SubmitRow[]>`
    WITH seq AS MATERIALIZED (${fence(taken)}),
    picked AS MATERIALIZED (
      SELECT i.id, i.period_start, seq.last_number + 1 AS number
      FROM issuance i, seq
      WHERE ${ofSequence(taken.key)} AND i.state = 'queued' AND i.deadline_at > now()
      ORDER BY i.place LIMIT 1 FOR UPDATE OF i SKIP LOCKED
    ),
    reserved AS (
      UPDATE usage_period u SET reserved = u.reserved + 1
      FROM picked, subscription s JOIN plan p ON p.id = s.plan_id
      WHERE u.company_id = ${companyId} AND u.period_start = picked.period_start AND s.company_id = ${companyId}
        AND u.reserved + u.used_production + u.used_homologation < p.monthly_vouchers + u.extra
      RETURNING 1
    ),
    i AS (
      UPDATE issuance t SET state = 'submitted', number = picked.number, epoch = ${taken.epoch}, submitted_at = clock_timestamp()
      FROM picked, reserved WHERE t.id = picked.id
      RETURNING t.*
    )
    SELECT EXISTS (SELECT FROM seq) AS current, (SELECT id FROM picked) AS picked, ${submissionColumns}
    FROM (SELECT 1) one LEFT JOIN i ON true`;
  if (!row?.current) return { outcome: "lost" };
  if (row.picked === null) return { outcome: "empty" };
  if (row.id === null) return { outcome: "quotaExhausted", issuanceId: row.picked };
  const { id, revision, number, body, amounts, vatRounding, requestId, refusal, refusedAgoMs } = row;
  return {
    outcome: "submitted",
    submission: { id, revision, number, body, amounts, vatRounding, requestId, refusal, refusedAgoMs },
  };
}

export interface Approval {
  cae: string;
  caeExpirationDate: string;
  observations: AuthorityMessage[];
}

/**
 * Records the voucher: the issuance, the sequence's last number, the quota and the follow-ups in one statement.
 * Undefined when another taker came or the submission is no longer this one. Source: DESIGN.md, section 2, step 7.
 */
export async function approve(
  db: Database,
  taken: TakenSequence,
  submission: Submission,
  { cae, caeExpirationDate, observations }: Approval,
): Promise<{ voucherId: number } | undefined> {
  const noted = observations.length > 0 ? JSON.stringify(observations) : null;
  const [row] = await db.$queryRaw<{ voucherId: number }[]>`
    WITH seq AS MATERIALIZED (${fence(taken)}),
    i AS (
      UPDATE issuance i SET state = 'approved', settled_at = clock_timestamp(), body = NULL, amounts = NULL, doubt = NULL, refusal = NULL
      FROM seq WHERE ${exactly(submission)}
      RETURNING i.*
    ),
    content AS (SELECT ${JSON.stringify(submission.body)}::jsonb AS body, ${JSON.stringify(submission.amounts)}::jsonb AS amounts),
    v AS (
      INSERT INTO voucher
        (company_id, production, pos_number, voucher_type, voucher_number, voucher_date, doc_type, doc_number,
         total_amount, net_amount, vat_amount, exempt_amount, not_taxable_amount, tributes_amount,
         cae, cae_expiration_date, currency, currency_quotation, external_reference, idempotency,
         issuance_id, api_key_id, user_email, source, request_id, body, lines, vat, observations, created_at)
      SELECT i.company_id, i.production, i.pos_number, i.voucher_type, i.number, c.body ->> 'voucherDate',
        (c.body #>> '{customer,docType}')::int, c.body #>> '{customer,docNumber}',
        (c.amounts ->> 'total')::numeric, (c.amounts ->> 'net')::numeric, (c.amounts ->> 'vat')::numeric,
        (c.amounts ->> 'exempt')::numeric, (c.amounts ->> 'notTaxable')::numeric, (c.amounts ->> 'tributes')::numeric,
        ${cae}, ${caeExpirationDate}, c.body #>> '{currency,id}', (c.body #>> '{currency,quotation}')::numeric,
        c.body ->> 'externalReference', i.idempotency, i.id, i.api_key_id, i.user_email,
        CASE WHEN i.user_email IS NULL THEN 'api' ELSE 'app' END, i.request_id,
        c.body, c.amounts -> 'lines', c.amounts -> 'vatRows', ${noted}::jsonb, clock_timestamp()
      FROM i, content c
      RETURNING id
    ),
    numbered AS (
      UPDATE sequence s SET last_number = i.number, last_date = c.body ->> 'voucherDate' FROM i, content c WHERE s.id = ${taken.id}
    ),
    used AS (
      UPDATE usage_period u SET reserved = u.reserved - 1,
        used_production = u.used_production + i.production::int, used_homologation = u.used_homologation + (NOT i.production)::int
      FROM i WHERE u.company_id = i.company_id AND u.period_start = i.period_start
    ),
    recipients AS (
      INSERT INTO recipient (voucher_id, slot, email, name, comments, pdf_versions)
      SELECT v.id, e.slot, e.value ->> 'email', e.value ->> 'name', e.value ->> 'comments',
        ARRAY(SELECT jsonb_array_elements_text(e.value -> 'pdfVersions')::smallint)
      FROM v, content c, jsonb_array_elements(c.body -> 'emails') WITH ORDINALITY AS e(value, slot)
    )
    SELECT id AS "voucherId" FROM v`;
  return row;
}

/** Settles a submission without a voucher: its number and its quota are free again. False when another taker came. */
export async function settleWithoutVoucher(
  db: Database,
  taken: TakenSequence,
  submission: Submission,
  state: "rejected" | "failed",
  outcome: NoVoucher,
): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    WITH seq AS MATERIALIZED (${fence(taken)}),
    i AS (
      UPDATE issuance i SET state = ${state}::issuance_state, settled_at = clock_timestamp(), outcome = ${JSON.stringify(outcome)}::jsonb,
        number = NULL, doubt = NULL, refusal = NULL
      FROM seq WHERE ${exactly(submission)}
      RETURNING i.*
    ),
    released AS (
      UPDATE usage_period u SET reserved = u.reserved - 1 FROM i WHERE u.company_id = i.company_id AND u.period_start = i.period_start
    )
    SELECT 1 FROM i`;
  return rows.length === 1;
}

/**
 * Writes another number ahead for an intent whose old number was definitively taken by somebody else: the one after
 * `lastNumber`. Undefined when another taker came. Source: DESIGN.md, section 3.
 */
export async function renumber(
  db: Database,
  taken: TakenSequence,
  submission: Submission,
  lastNumber: number,
): Promise<Submission | undefined> {
  const [row] = await db.$queryRaw<Submission[]>`
    WITH seq AS MATERIALIZED (${fence(taken)}),
    i AS (
      UPDATE issuance i SET number = ${lastNumber + 1}, epoch = ${taken.epoch}, submitted_at = clock_timestamp(), doubt = NULL, refusal = NULL
      FROM seq WHERE ${exactly(submission)}
      RETURNING i.*
    ),
    numbered AS (UPDATE sequence s SET last_number = ${lastNumber} FROM i WHERE s.id = ${taken.id})
    SELECT ${submissionColumns} FROM i`;
  return row;
}

/**
 * Writes other amounts ahead under the same number, after a definitive refusal of those before: no request with either can
 * still be granted unless it is sent from here on. Undefined when another taker came.
 */
export async function rewriteAmounts(
  db: Database,
  taken: TakenSequence,
  submission: Submission,
  amounts: Amounts,
): Promise<Submission | undefined> {
  const [row] = await db.$queryRaw<Submission[]>`
    WITH seq AS MATERIALIZED (${fence(taken)}),
    i AS (
      UPDATE issuance i SET amounts = ${JSON.stringify(amounts)}::jsonb, epoch = ${taken.epoch}, submitted_at = clock_timestamp(),
        doubt = NULL, refusal = NULL
      FROM seq WHERE ${exactly(submission)}
      RETURNING i.*
    )
    SELECT ${submissionColumns} FROM i`;
  return row;
}

/** Notes that the outcome of a number is looked for, or that it cannot be told for now: the second is told its caller. */
export async function markDoubt(
  db: Database,
  taken: TakenSequence,
  submission: Submission,
  doubt: "resolving" | "unconfirmed",
): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    WITH seq AS MATERIALIZED (${fence(taken)})
    UPDATE issuance i SET doubt = ${doubt} FROM seq WHERE ${exactly(submission)} RETURNING 1`;
  return rows.length === 1;
}

/** Keeps a definitive refusal of a repeated request until no earlier request can be alive. Only the first is kept. */
export async function recordRefusal(
  db: Database,
  taken: TakenSequence,
  submission: Submission,
  reasons: AuthorityMessage[],
): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    WITH seq AS MATERIALIZED (${fence(taken)})
    UPDATE issuance i SET refusal = jsonb_build_object('at', clock_timestamp(), 'reasons', ${JSON.stringify(reasons)}::jsonb)
    FROM seq WHERE ${exactly(submission)} AND i.refusal IS NULL RETURNING 1`;
  return rows.length === 1;
}

/**
 * Answers those who wait in a sequence that cannot issue now. They have no number, so nothing can have been sent.
 * Gives those that were settled. Void when another taker came.
 */
export async function settleQueued(
  db: Database,
  taken: TakenSequence,
  state: "cancelled" | "failed" | "rejected",
  outcome: NoVoucher,
  only?: number,
): Promise<number[]> {
  const one = only === undefined ? Prisma.empty : Prisma.sql`AND i.id = ${only}`;
  const rows = await db.$queryRaw<{ id: number }[]>`
    WITH seq AS MATERIALIZED (${fence(taken)})
    UPDATE issuance i SET state = ${state}::issuance_state, settled_at = clock_timestamp(), outcome = ${JSON.stringify(outcome)}::jsonb
    FROM seq WHERE ${ofSequence(taken.key)} AND i.state = 'queued' ${one}
    RETURNING i.id`;
  return rows.map((row) => row.id);
}
