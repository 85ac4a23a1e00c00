import type { AuthorityMessage } from "../domain/cae-outcome.js";
import type { NoVoucher } from "../domain/issuance-outcome.js";
import { nullIfEmpty, toKeptPayload, writePayload } from "../domain/kept-payload.js";
import type { Database } from "./database.js";
import { Prisma } from "./generated/client.js";
import { type IssuanceProgress, progressColumns } from "./issuance-jobs.js";
import { isHead, releaseQuota, withNumbersBehind } from "./numbers-behind.js";
import type { TakenSequence } from "./sequences.js";
import { fence, ofSequence, type Submission } from "./submissions.js";
import {
  fenceAll,
  inLineOfSeq,
  lockPeriods,
  ofSeq,
  type Patience,
  rowsAt,
  wantedSequences,
} from "./wanted-sequences.js";

/** A submission and the authorization that was granted to it. */
export interface Approval {
  submission: Submission;
  cae: string;
  caeExpirationDate: string;
  observations: AuthorityMessage[];
}

export interface Approved extends Approval {
  voucherId: number;
  progress: IssuanceProgress;
}

interface ApproveRow extends IssuanceProgress {
  nth: number;
  current: boolean;
  issuanceId: number | null;
  voucherId: number | null;
  othersWait: boolean;
}

/** What one answer of the authority granted to a sequence. */
export interface Granted {
  taken: TakenSequence;
  approvals: Approval[];
}

export interface ApproveResult {
  /** Without those that are no longer what they were. */
  approved: Approved[];
  /** Somebody was in line when this was recorded, or another number open. */
  othersWait: boolean;
}

/**
 * Records the vouchers of each answer: issuances, the sequence's last number, the quota and the follow-ups in one statement.
 * Gives a result for each, in their order: undefined when another taker came; a submission that is no longer this one is left
 * out. Source: DESIGN.md, section 2, step 7.
 */
export async function approve(
  db: Database,
  all: Granted[],
  patience?: Patience,
): Promise<(ApproveResult | undefined)[]> {
  const recorded = all.flatMap(({ approvals }, at) => approvals.map((approval) => toRow(approval, at + 1)));
  const rows = await db.$queryRaw<ApproveRow[]>`
    /* prepared approve */ WITH wanted AS MATERIALIZED (${wantedSequences(
      all.map(({ taken }) => taken),
      patience,
    )}),
    seq AS MATERIALIZED (${fenceAll}),
    g AS MATERIALIZED (
      SELECT g.*, seq.id AS sequence_id
      FROM seq JOIN json_to_recordset(${JSON.stringify(recorded)}::json) AS g(nth int, id int, revision int, number int, voucher_date text,
        doc_type int, doc_number text, total numeric, net numeric, vat numeric, exempt numeric, not_taxable numeric, tributes numeric,
        cae text, cae_expiration_date text, currency text, quotation numeric, external_reference text, payload text, lines jsonb,
        vat_rows jsonb, observations jsonb, emails jsonb) ON g.nth = seq.nth
    ),
    i AS (
      UPDATE issuance i SET state = 'approved', settled_at = clock_timestamp(), body = NULL, amounts = NULL, doubt = NULL, refusal = NULL
      FROM g WHERE i.id = g.id AND i.revision = g.revision AND i.number = g.number AND i.state = 'submitted'
      RETURNING i.*, g.nth
    ),
    v AS (
      INSERT INTO voucher
        (company_id, production, pos_number, voucher_type, voucher_number, voucher_date, doc_type, doc_number,
         total_amount, net_amount, vat_amount, exempt_amount, not_taxable_amount, tributes_amount,
         cae, cae_expiration_date, currency, currency_quotation, external_reference, idempotency,
         issuance_id, api_key_id, user_email, source, request_id, payload, lines, vat, observations, created_at)
      SELECT i.company_id, i.production, i.pos_number, i.voucher_type, i.number, g.voucher_date, g.doc_type, g.doc_number,
        g.total, g.net, g.vat, g.exempt, g.not_taxable, g.tributes,
        g.cae, g.cae_expiration_date, g.currency, g.quotation, g.external_reference, i.idempotency, i.id, i.api_key_id, i.user_email,
        CASE WHEN i.user_email IS NULL THEN 'api' ELSE 'app' END, i.request_id,
        g.payload, g.lines, g.vat_rows, g.observations, clock_timestamp()
      FROM i JOIN g ON g.id = i.id ORDER BY i.nth, i.number
      RETURNING id, issuance_id
    ),
    numbered AS (
      UPDATE sequence s SET last_number = l.number, last_date = l.date
      FROM (
        SELECT DISTINCT ON (g.sequence_id) g.sequence_id, i.number, g.voucher_date AS date FROM i JOIN g ON g.id = i.id
        ORDER BY g.sequence_id, i.number DESC
      ) l
      WHERE s.id = l.sequence_id
    ),
    counted AS MATERIALIZED (${lockPeriods(Prisma.sql`
      SELECT company_id, period_start, count(*) AS vouchers, count(*) FILTER (WHERE production) AS production
      FROM i GROUP BY company_id, period_start`)}),
    used AS (
      UPDATE usage_period u SET reserved = u.reserved - n.vouchers,
        used_production = u.used_production + n.production, used_homologation = u.used_homologation + n.vouchers - n.production
      FROM counted n WHERE u.company_id = n.company_id AND u.period_start = n.period_start
    ),
    recipients AS (
      INSERT INTO recipient (voucher_id, slot, email, name, comments, pdf_versions)
      SELECT v.id, e.slot, e.value ->> 'email', e.value ->> 'name', e.value ->> 'comments',
        ARRAY(SELECT jsonb_array_elements_text(e.value -> 'pdfVersions')::smallint)
      FROM v JOIN g ON g.id = v.issuance_id, jsonb_array_elements(g.emails) WITH ORDINALITY AS e(value, slot)
    ),
    -- With an offset it is looked for by the sequence, and what is open of all others is not read.
    open AS MATERIALIZED (
      SELECT seq.nth, EXISTS (SELECT FROM issuance i WHERE ${inLineOfSeq} OFFSET 0)
        OR EXISTS (SELECT FROM issuance i WHERE ${ofSeq} AND i.state = 'submitted' AND i.id NOT IN (SELECT id FROM g) OFFSET 0) AS others_wait
      FROM seq
    )
    SELECT wanted.nth::int, open.nth IS NOT NULL AS current, v.issuance_id AS "issuanceId", v.id AS "voucherId", ${progressColumns},
      open.others_wait AS "othersWait"
    FROM wanted LEFT JOIN open ON open.nth = wanted.nth LEFT JOIN (i JOIN v ON v.issuance_id = i.id) ON i.nth = wanted.nth`;
  return all.map(({ approvals }, at) => toResult(approvals, rowsAt(rows, at)));
}

function toResult(approvals: Approval[], rows: ApproveRow[]): ApproveResult | undefined {
  const [first] = rows;
  if (!first?.current) return undefined;
  const recorded = new Map(rows.map((row) => [row.issuanceId, row]));
  const approved = approvals.flatMap((approval) => {
    const row = recorded.get(approval.submission.id);
    return row?.voucherId ? [{ ...approval, voucherId: row.voucherId, progress: row }] : [];
  });
  return { approved, othersWait: first.othersWait };
}

/** As the statement reads it. */
function toRow({ submission, cae, caeExpirationDate, observations }: Approval, nth: number) {
  const { id, revision, number, body, amounts } = submission;
  const { total, net, vat, exempt, notTaxable, tributes, lines, vatRows } = amounts;
  return {
    nth,
    id,
    revision,
    number,
    voucher_date: body.voucherDate,
    doc_type: body.customer.docType,
    doc_number: body.customer.docNumber,
    total,
    net,
    vat,
    exempt,
    not_taxable: notTaxable,
    tributes,
    cae,
    cae_expiration_date: caeExpirationDate,
    currency: body.currency.id,
    quotation: body.currency.quotation,
    external_reference: body.externalReference,
    payload: writePayload(toKeptPayload(body)),
    lines,
    vat_rows: vatRows,
    observations: nullIfEmpty(observations),
    emails: body.emails,
  };
}

/**
 * Settles a submission without a voucher: its number and its quota are free again, and the numbers after it are back in line.
 * False when another taker came.
 */
export async function settleWithoutVoucher(
  db: Database,
  taken: TakenSequence,
  submission: Submission,
  state: "rejected" | "failed",
  outcome: NoVoucher,
): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    WITH ${withNumbersBehind(taken, submission)},
    i AS (
      UPDATE issuance i SET state = ${state}::issuance_state, settled_at = clock_timestamp(), outcome = ${JSON.stringify(outcome)}::jsonb,
        number = NULL, doubt = NULL, refusal = NULL
      FROM head WHERE ${isHead}
      RETURNING i.*
    ),
    released AS (
      ${releaseQuota(Prisma.sql`SELECT company_id, period_start FROM i UNION ALL SELECT company_id, period_start FROM behind`)}
    )
    SELECT 1 FROM i`;
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
