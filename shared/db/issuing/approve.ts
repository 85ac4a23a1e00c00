import type { AuthorityMessage } from "../../domain/cae-outcome.js";
import { nullIfEmpty, toStoredPayload, writePayload } from "../../domain/stored-payload.js";
import { sourceOf } from "../fragments/source-of.js";
import { Prisma } from "../generated/client.js";
import type { Transaction } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";
import { fenceSequences, type LockTimeout, ofSeq, rowsAt } from "./batch-fence.js";
import { type IssuanceProgress, progressColumns } from "./issuance-jobs.js";
import { isTaken, takeQuota } from "./quota.js";
import type { OwnedSequence } from "./sequences.js";
import { isInLineOfFenced, isOfLostHistoryOf, nothingKnown, type Submission } from "./submissions.js";
import type { SubmitResult } from "./write-ahead.js";

/** A submission and its authorization. */
export interface Approval {
  submission: Submission;
  cae: string;
  caeExpirationDate: string;
  observations: AuthorityMessage[];
  /** When the authority answered, by its own clock. Null when the answer has no time. In milliseconds since 1970. */
  authorityTimeMs: number | null;
  /** True when the authority has just granted it to our request. Otherwise a look-up found it, and there may be later vouchers. */
  isAnswer: boolean;
}

export interface ApprovedVoucher extends Approval {
  voucherId: number;
  progress: IssuanceProgress;
}

/** The vouchers that one answer of the authority granted on a sequence. */
export interface GrantedBatch {
  taken: OwnedSequence;
  approvals: Approval[];
}

export interface ApproveResult {
  /** Without submissions that have changed since they were read. */
  approved: ApprovedVoucher[];
  /** At the commit, an issuance was in line or another number was open: look at the line again. */
  othersWait: boolean;
  /** The state of the line, with what the same commit wrote ahead. Left out when the commit writes nothing ahead. */
  next?: SubmitResult;
}

/** A new voucher, as returned by the statement that made it. */
export interface RecordedRow extends IssuanceProgress {
  issuanceId: number;
  voucherId: number;
}

type ApproveRow = { slot: number; current: boolean; othersWait: boolean } & (RecordedRow | { issuanceId: null });

/**
 * Part of a statement for the sequences of `seq`. `g`: the grants. `recorded`: their issuances, now approved. `v`: their
 * vouchers. `numbered`: the sequences with their new last number. `recipients`: the recipients of the mails.
 */
export const recordVouchers = (all: GrantedBatch[]) => Prisma.sql`
    g AS MATERIALIZED (
      SELECT g.*, seq.id AS sequence_id, seq.incarnation, seq.company_id
      FROM seq JOIN json_to_recordset(${JSON.stringify(toRows(all))}::json) AS g(slot int, id bigint, revision int, number int, voucher_date text,
        doc_type int, doc_number text, total numeric, net numeric, vat numeric, exempt numeric, not_taxable numeric, tributes numeric,
        cae text, cae_expiration_date text, currency text, quotation numeric, external_reference text, payload text, lines jsonb,
        vat_rows jsonb, observations jsonb, emails jsonb, authority_time float8, is_answer boolean) ON g.slot = seq.slot
    ),
    recorded AS (
      UPDATE issuance i SET state = 'approved', settled_at = clock_timestamp(), body = NULL, amounts = NULL, declared = NULL, ${nothingKnown}
      FROM g WHERE i.id = g.id AND i.revision = g.revision AND i.number = g.number AND i.state = 'submitted'
      RETURNING i.*, g.slot
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
        ${sourceOf("i")}, i.request_id,
        g.payload, g.lines, g.vat_rows, g.observations, clock_timestamp()
      FROM recorded i JOIN g ON g.id = i.id ORDER BY i.slot, i.number
      RETURNING id, issuance_id
    ),
    numbered AS (
      UPDATE sequence s SET last_number = l.number, last_date = l.date, unverified = s.unverified AND NOT l.proves,
        authority_time = coalesce(to_timestamp(l.authority_time / 1000), s.authority_time)
      FROM (
        SELECT DISTINCT ON (g.sequence_id) g.sequence_id, i.number, g.voucher_date AS date, g.authority_time,
          g.is_answer AND NOT ${isOfLostHistoryOf("g")} AS proves FROM recorded i JOIN g ON g.id = i.id
        ORDER BY g.sequence_id, i.number DESC
      ) l
      WHERE s.id = l.sequence_id
      RETURNING s.id, s.last_number, s.authority_time, s.unverified
    ),
    recipients AS (
      INSERT INTO recipient (company_id, voucher_id, slot, email, name, comments, pdf_versions)
      SELECT g.company_id, v.id, e.slot, e.value ->> 'email', e.value ->> 'name', e.value ->> 'comments',
        ARRAY(SELECT jsonb_array_elements_text(e.value -> 'pdfVersions')::smallint)
      FROM v JOIN g ON g.id = v.issuance_id, jsonb_array_elements(g.emails) WITH ORDINALITY AS e(value, slot)
    )`;

/** The columns of a `RecordedRow`, from `recorded` as `i` and from `v`. */
export const recordedColumns = Prisma.sql`v.issuance_id AS "issuanceId", v.id AS "voucherId", ${progressColumns}`;

/**
 * Records the vouchers of each answer: issuances, the sequence's last number, quota and follow-ups in one statement. Gives one
 * result for each answer, in the same order. The result is undefined when another issuer has taken the sequence. It leaves out
 * submissions that have changed since they were read.
 * Source: issuer/README.md, section 2, step 7.
 */
export async function approve(
  db: Transaction,
  all: GrantedBatch[],
  patience?: LockTimeout,
): Promise<(ApproveResult | undefined)[]> {
  const rows = await db.$queryRaw<ApproveRow[]>(prepared("approve")`
    WITH ${fenceSequences(all, patience)},
    ${recordVouchers(all)},
    counted AS MATERIALIZED (${takeQuota("recorded")}),
    -- OFFSET 0 makes PostgreSQL search by the sequence, so it does not read the open issuances of all others.
    open AS MATERIALIZED (
      SELECT seq.slot, EXISTS (SELECT FROM issuance i WHERE ${ofSeq} AND (
        (${isInLineOfFenced}) OR (i.state = 'submitted' AND i.id NOT IN (SELECT id FROM g))) OFFSET 0) AS others_wait
      FROM seq
    )
    SELECT wanted.slot::int, open.slot IS NOT NULL AS current, open.others_wait AS "othersWait", ${recordedColumns}
    FROM wanted LEFT JOIN open ON open.slot = wanted.slot LEFT JOIN (recorded i JOIN v ON v.issuance_id = i.id) ON i.slot = wanted.slot
    WHERE ${isTaken("counted")}`);
  return all.map(({ approvals }, at) => {
    const [first, ...others] = rowsAt(rows, at);
    return first?.current
      ? { approved: withVouchers(approvals, [first, ...others]), othersWait: first.othersWait }
      : undefined;
  });
}

/** The approvals that became vouchers. */
export function withVouchers(approvals: Approval[], rows: (RecordedRow | { issuanceId: null })[]): ApprovedVoucher[] {
  const recorded = new Map(rows.map((row) => [row.issuanceId, row]));
  return approvals.flatMap((approval) => {
    const row = recorded.get(approval.submission.id);
    return row && row.issuanceId !== null ? [{ ...approval, voucherId: row.voucherId, progress: row }] : [];
  });
}

const toRows = (all: GrantedBatch[]) =>
  all.flatMap(({ approvals }, at) => approvals.map((approval) => toRow(approval, at + 1)));

/** The approval in the form that the statement reads. */
function toRow(
  { submission, cae, caeExpirationDate, observations, authorityTimeMs, isAnswer }: Approval,
  slot: number,
) {
  const { id, revision, number } = submission;
  // The others first: what is spread behind anything is copied five times as slowly.
  return {
    ...toVoucherColumns(submission),
    slot,
    id,
    revision,
    number,
    cae,
    cae_expiration_date: caeExpirationDate,
    observations: nullIfEmpty(observations),
    authority_time: authorityTimeMs,
    is_answer: isAnswer,
  };
}

/** Columns that a voucher takes from its issuance. */
export function toVoucherColumns({ body, amounts, declared }: Pick<Submission, "body" | "amounts" | "declared">) {
  const { lines, vatRows } = amounts;
  return {
    voucher_date: declared.voucherDate,
    doc_type: declared.docType,
    // As the caller wrote it. What is declared has no leading zeros.
    doc_number: body.customer.docNumber,
    total: declared.total,
    net: declared.net,
    vat: declared.vat,
    exempt: declared.exempt,
    not_taxable: declared.notTaxable,
    tributes: declared.tributesTotal,
    currency: declared.currency,
    quotation: body.currency.quotation,
    external_reference: body.externalReference,
    payload: writePayload(toStoredPayload(body)),
    lines,
    vat_rows: vatRows,
    emails: body.emails,
  };
}
