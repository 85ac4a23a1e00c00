import type { RuleMoves } from "../../domain/dated-rules.js";
import type { Declaration } from "../../domain/declaration.js";
import type { SequenceKey } from "../../domain/sequence.js";
import { ruleMoves } from "../fragments/dated-rules.js";
import { knownActivities } from "../fragments/known-activities.js";
import { sourceOf } from "../fragments/source-of.js";
import { Prisma } from "../generated/client.js";
import { currentIncarnation } from "../incarnation/incarnation.js";
import { operatorDecides } from "../incarnation/watermarks.js";
import { toVoucherColumns } from "../issuing/approve.js";
import { type IssuanceProgress, progressColumns } from "../issuing/issuance-jobs.js";
import { type AttemptId, recordedAtMs } from "../issuing/issuances.js";
import { isTaken, takeQuota } from "../issuing/quota.js";
import { isHeldForContingency, isWaiting, nothingKnown, ofSequence, type Submission } from "../issuing/submissions.js";
import type { Database, Transaction } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";
import { isDated, isStuck, lastDateThere, lastNumberThere } from "./known-vouchers.js";

/** A code (CAEA) that a company has. Dates are `YYYYMMDD`. */
export interface HeldCode {
  id: number;
  code: string;
  validFrom: string;
  validTo: string;
}

/** An issuance in line that waits for a contingency's voucher. It has no number. */
export type MovableIssuance = AttemptId & Pick<Submission, "requestId" | "trace" | "body" | "amounts" | "vatRounding">;

/** An issuance in the line of a sequence. */
interface QueuedIssuance extends MovableIssuance {
  /** No older request for it can be granted, and no voucher of its key can exist. Otherwise it stays with CAE. */
  isSound: boolean;
}

/** The line of a sequence while a contingency lasts. */
export interface ContingencyLine {
  /** The number of the point of sale that stands in. Null when none does. */
  substitute: number | null;
  /**
   * The last number and date of the sequence at that point of sale. Null when it cannot be used: its last number was never asked for,
   * the database may have forgotten a part of it, or its reports are stuck.
   */
  standing: { lastNumber: number; lastDate: string | null } | null;
  codes: HeldCode[];
  /** `activities`: the company's, if the authority named them within the last day. Otherwise left out. */
  issuer: { cuit: string; taxType: number; activities?: number[] };
  ruleMoves: RuleMoves;
  /** The authority answers questions again, so the first in line may try whether it issues, too. */
  isReady: boolean;
  waiting: QueuedIssuance[];
}

/** How many move in one statement. */
const maxAtOnce = 50;

/** The sequence `s` may give its next number: its last number and date are known, no commit of it can be missing, no report is stuck. */
const isWhole = Prisma.sql`
  s.last_number IS NOT NULL AND ${isDated} AND NOT ${isStuck} AND NOT s.unverified AND s.incarnation = ${currentIncarnation}`;

/** The row of `issuance` waits for a contingency's voucher. */
const waitsForMove = Prisma.sql`${isWaiting} AND ${isHeldForContingency}`;

/**
 * Nothing that the database lost can be the voucher of the row of `issuance`: its sequence is not in doubt.
 * Source: issuer/README.md, section 13.
 */
const isUndoubted = Prisma.sql`
  NOT EXISTS (SELECT FROM sequence q WHERE q.company_id = i.company_id AND q.production = i.production
    AND q.pos_number = i.pos_number AND q.voucher_type = i.voucher_type AND q.incarnation IS NOT NULL AND NOT public.is_verified(q))`;

/** An imported voucher that no key has claimed may be that of the row of `issuance`, by what was declared when it was recorded. */
const looksImported = Prisma.sql`
  EXISTS (SELECT FROM voucher o WHERE o.company_id = i.company_id AND o.production = i.production AND o.pos_number = i.pos_number
    AND o.voucher_type = i.voucher_type AND o.issuance_id IS NULL
    AND public.is_of_sale(i.declared, o.voucher_date, o.doc_type, o.doc_number, o.total_amount, o.currency))`;

/** Neither a voucher that was lost nor one that was imported can be that of the row of `issuance`. Otherwise it stays with CAE. */
const isSound = Prisma.sql`${isUndoubted} AND NOT ${looksImported}`;

/**
 * The line of a sequence, oldest first. Undefined when no contingency lasts for its company, or nothing in it may move. ▲ Nor while a person must
 * say whether the database went back: the next number may have been printed.
 */
export async function readContingencyLine(db: Database, key: SequenceKey): Promise<ContingencyLine | undefined> {
  const [row] = await db.$queryRaw<ContingencyLine[]>(prepared("read_contingency_line")`
    SELECT t.number AS substitute,
      CASE WHEN ${isWhole} THEN json_build_object('lastNumber', ${lastNumberThere}, 'lastDate', ${lastDateThere}) END AS standing,
      (SELECT coalesce(json_agg(json_build_object('id', a.id, 'code', a.code, 'validFrom', a.valid_from, 'validTo', a.valid_to)), '[]')
        FROM caea a WHERE a.company_id = c.company_id AND a.production = c.production AND a.code IS NOT NULL
          AND a.valid_to >= to_char(now() AT TIME ZONE 'America/Argentina/Buenos_Aires' - interval '15 days', 'YYYYMMDD')) AS codes,
      json_strip_nulls(json_build_object('cuit', o.cuit, 'taxType', o.tax_type, 'activities', ${knownActivities})) AS issuer, ${ruleMoves} AS "ruleMoves",
      NOT c.is_manual AND coalesce(c.ready_at > now() - interval '20 seconds', false) AS "isReady",
      coalesce(w.waiting, '[]') AS waiting
    FROM contingency c JOIN company o ON o.id = c.company_id
    LEFT JOIN point_of_sale p ON p.company_id = c.company_id AND p.production = c.production AND p.number = ${key.posNumber}
    LEFT JOIN point_of_sale t ON t.company_id = c.company_id AND t.production = c.production AND t.number = p.contingency_pos
      AND t.enabled AND t.authorized_by = 'CAEA'
    LEFT JOIN sequence s ON s.company_id = c.company_id AND s.production = c.production AND s.pos_number = t.number
      AND s.voucher_type = ${key.voucherType}
    CROSS JOIN LATERAL (SELECT json_agg(m ORDER BY m.queue_position) AS waiting FROM (
      SELECT i.queue_position, i.id, i.revision, ${recordedAtMs(Prisma.sql`i.enqueued_at`)}, i.request_id AS "requestId", i.trace, i.body, i.amounts, i.vat_rounding AS "vatRounding",
        ${isSound} AS "isSound"
      FROM issuance i WHERE ${ofSequence(key)} AND ${waitsForMove} ORDER BY i.queue_position LIMIT ${maxAtOnce}) m) w
    WHERE c.company_id = ${key.companyId} AND c.production = ${key.production} AND c.active_since IS NOT NULL AND NOT ${operatorDecides}`);
  return row && row.waiting.length > 0 ? row : undefined;
}

/** Makes these stay with CAE: their content, or their date, cannot be issued under CAEA. */
export async function keepWithCae(db: Database, all: Pick<MovableIssuance, "id" | "revision">[]): Promise<void> {
  await db.$executeRaw`
    UPDATE issuance i SET may_fail_over = false
    FROM json_to_recordset(${JSON.stringify(all)}::json) AS kept(id bigint, revision int)
    WHERE i.id = kept.id AND i.revision = kept.revision AND i.state = 'queued'`;
}

/** A movable issuance with what its voucher declares, under the code of its date. */
export interface Move extends MovableIssuance {
  declared: Declaration;
  code: HeldCode;
}

/** A new voucher under CAEA. */
export interface FailoverResult extends IssuanceProgress {
  issuanceId: number;
  voucherId: number;
  number: number;
}

export interface MoveResult {
  moved: FailoverResult[];
  /** The quota is used up: these ended without a voucher. */
  refused: number[];
}

/**
 * Issues these under CAEA, in the order of their line: number, code, voucher, quota and report in one commit. It takes only issuances
 * that are still in line, so no request for a CAE was sent for them, and none will be. Source: issuer/README.md, section 13.
 *
 * Locks the sequence of the point of sale that stands in, and needs no epoch of it: number and voucher are one commit. The locks are
 * taken in a statement of their own. So the next statement sees what the holders before have committed: the end of the contingency, or
 * that the point of sale was declared unused.
 */
export const failOverIssuances = (
  db: Database,
  key: SequenceKey,
  substitute: number,
  moves: Move[],
): Promise<MoveResult> =>
  db.$transaction(async (tx) => {
    await lockForMove(tx, key, substitute, moves);
    return moveLocked(tx, key, substitute, moves);
  });

async function lockForMove(tx: Transaction, key: SequenceKey, substitute: number, moves: Move[]): Promise<void> {
  const { companyId, production, voucherType } = key;
  const codes = [...new Set(moves.map(({ code }) => code.id))];
  await tx.$executeRaw`
    WITH s AS MATERIALIZED (SELECT FROM sequence WHERE company_id = ${companyId} AND production = ${production} AND pos_number = ${substitute}
        AND voucher_type = ${voucherType} FOR UPDATE),
      c AS MATERIALIZED (SELECT FROM contingency WHERE company_id = ${companyId} AND production = ${production} FOR SHARE),
      a AS MATERIALIZED (SELECT FROM caea WHERE id = ANY(${codes}::bigint[]) ORDER BY id FOR SHARE)
    SELECT (SELECT count(*) FROM s), (SELECT count(*) FROM c), (SELECT count(*) FROM a)`;
}

async function moveLocked(tx: Transaction, key: SequenceKey, substitute: number, moves: Move[]): Promise<MoveResult> {
  const rows = moves.map(({ id, revision, recordedAtMs: recorded_at_ms, declared, code, ...move }) => ({
    ...{ id, revision, recorded_at_ms, declared, caea_id: code.id, cae: code.code, cae_expiration_date: code.validTo },
    ...toVoucherColumns({ ...move, declared }),
  }));
  const [result] = await tx.$queryRaw<[MoveResult]>`
    WITH moment AS MATERIALIZED (
      SELECT at, to_char(at AT TIME ZONE 'America/Argentina/Buenos_Aires', 'YYYYMMDD') AS today FROM (SELECT clock_timestamp() AS at OFFSET 0) n
    ),
    m AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS m(id bigint, revision int, recorded_at_ms float8, declared jsonb, caea_id bigint, cae text,
        cae_expiration_date text, voucher_date text, doc_type int, doc_number text, total numeric, net numeric, vat numeric, exempt numeric,
        not_taxable numeric, tributes numeric, currency text, quotation numeric, external_reference text, payload text, lines jsonb,
        vat_rows jsonb, emails jsonb)
    ),
    seq AS MATERIALIZED (
      -- Vouchers that another system made there may have been imported.
      SELECT s.id, coalesce(${lastDateThere}, '') AS last_date, ${lastNumberThere} AS last_number
      FROM sequence s
      WHERE s.company_id = ${key.companyId} AND s.production = ${key.production} AND s.pos_number = ${substitute}
        AND s.voucher_type = ${key.voucherType} AND ${isWhole} FOR UPDATE
    ),
    line AS MATERIALIZED (
      SELECT i.id, i.company_id, i.period_start, i.queue_position FROM seq CROSS JOIN moment CROSS JOIN m JOIN issuance i ON i.id = m.id AND i.revision = m.revision
        AND i.enqueued_at = to_timestamp(m.recorded_at_ms / 1000)::timestamptz(3)
      -- By the Argentine day of this moment, whatever day it was when the move was judged.
      JOIN caea a ON a.id = m.caea_id AND a.code = m.cae AND m.voucher_date BETWEEN a.valid_from AND moment.today AND moment.today <= a.valid_to
      WHERE ${ofSequence(key)} AND ${waitsForMove} AND ${isSound} AND NOT ${operatorDecides}
        AND NOT EXISTS (SELECT FROM caea_unused u WHERE u.caea_id = a.id AND u.pos_number = ${substitute})
      ORDER BY i.queue_position FOR UPDATE OF i SKIP LOCKED
    ),
    -- Dates must not go back in the sequence, and one quota period is enough for one statement.
    picked AS MATERIALIZED (
      SELECT l.*, row_number() OVER (ORDER BY l.queue_position, l.id)::int AS turn FROM (
        SELECT line.*, m.voucher_date, first_value(line.period_start) OVER (ORDER BY line.queue_position, line.id) AS first_period,
          max(m.voucher_date) OVER (ORDER BY line.queue_position, line.id) AS latest FROM line JOIN m ON m.id = line.id
      ) l CROSS JOIN seq WHERE l.period_start = l.first_period AND l.voucher_date = l.latest AND l.voucher_date >= seq.last_date
    ),
    room AS MATERIALIZED (${takeQuota("picked")}),
    recorded AS (
      UPDATE issuance i SET state = 'approved', number = seq.last_number + picked.turn, submitted_at = moment.at,
        settled_at = moment.at, body = NULL, amounts = NULL, declared = NULL, ${nothingKnown}
      FROM picked, seq, room, moment WHERE i.id = picked.id AND picked.turn <= room.vouchers
      RETURNING i.*
    ),
    refused AS (
      UPDATE issuance i SET state = 'rejected', settled_at = clock_timestamp(), outcome = '{"code": "SUBSCRIPTION_QUOTA_EXCEEDED"}'
      FROM picked WHERE i.id = picked.id AND picked.turn > coalesce((SELECT vouchers FROM room), 0)
      RETURNING i.id
    ),
    counted AS MATERIALIZED (${takeQuota("recorded")}),
    v AS (
      INSERT INTO voucher
        (company_id, production, pos_number, voucher_type, voucher_number, voucher_date, doc_type, doc_number,
         total_amount, net_amount, vat_amount, exempt_amount, not_taxable_amount, tributes_amount,
         cae, cae_expiration_date, caea, currency, currency_quotation, external_reference, idempotency,
         issuance_id, api_key_id, user_email, source, request_id, payload, lines, vat, created_at)
      SELECT i.company_id, i.production, ${substitute}::int, i.voucher_type, i.number, m.voucher_date, m.doc_type, m.doc_number,
        m.total, m.net, m.vat, m.exempt, m.not_taxable, m.tributes,
        m.cae, m.cae_expiration_date, true, m.currency, m.quotation, m.external_reference, i.idempotency, i.id, i.api_key_id, i.user_email,
        ${sourceOf("i")}, i.request_id, m.payload, m.lines, m.vat_rows, i.settled_at
      FROM recorded i JOIN m ON m.id = i.id ORDER BY i.number
      RETURNING id, issuance_id, created_at
    ),
    numbered AS (
      UPDATE sequence s SET last_number = l.number, last_date = l.date
      FROM (SELECT i.number, m.voucher_date AS date FROM recorded i JOIN m ON m.id = i.id ORDER BY i.number DESC LIMIT 1) l
      WHERE s.id = (SELECT id FROM seq)
    ),
    recipients AS (
      INSERT INTO recipient (company_id, voucher_id, slot, email, name, comments, pdf_versions)
      SELECT ${key.companyId}::int, v.id, e.slot, e.value ->> 'email', e.value ->> 'name', e.value ->> 'comments',
        ARRAY(SELECT jsonb_array_elements_text(e.value -> 'pdfVersions')::smallint)
      FROM v JOIN m ON m.id = v.issuance_id, jsonb_array_elements(m.emails) WITH ORDINALITY AS e(value, slot)
    ),
    reports AS (
      INSERT INTO caea_report (voucher_id, company_id, production, pos_number, voucher_type, voucher_number, caea_id, declared, generated_at)
      SELECT v.id, i.company_id, i.production, ${substitute}::int, i.voucher_type, i.number, m.caea_id, m.declared, v.created_at
      FROM v JOIN recorded i ON i.id = v.issuance_id JOIN m ON m.id = i.id
    )
    SELECT
      (SELECT coalesce(json_agg(r ORDER BY r.number), '[]') FROM (
        SELECT v.issuance_id AS "issuanceId", v.id AS "voucherId", i.number, ${progressColumns}
        FROM recorded i JOIN v ON v.issuance_id = i.id) r) AS moved,
      (SELECT coalesce(json_agg(id), '[]') FROM refused) AS refused
    WHERE ${isTaken("room")} AND ${isTaken("counted")}`;
  return result;
}
