import type { Amounts, VatRounding } from "../../domain/amounts.js";
import type { AuthorityProblem } from "../../domain/authority-problem.js";
import type { AuthorityMessage } from "../../domain/cae-outcome.js";
import type { Declaration } from "../../domain/declaration.js";
import { type NoVoucher, notAsked } from "../../domain/issuance-outcome.js";
import type { IssuanceRequest } from "../../domain/issuance-request.js";
import type { Usage } from "../../domain/quota.js";
import type { SequenceKey } from "../../domain/sequence.js";
import { Prisma } from "../generated/client.js";
import { readIncarnation } from "../incarnation/incarnation.js";
import type { Database, Statements } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";
import { forEachOf } from "../sql/raw-sql.js";
import { endable } from "./hold-elements.js";
import { insertIssuance } from "./insert-issuance.js";
import { endQueued, isNeverSent, isUnknown, unknownOutcome } from "./submissions.js";
import { mayRetry, staysWithCae, suspectSince } from "./suspicion.js";

export type IssuanceState = "queued" | "submitted" | "approved" | "rejected" | "cancelled" | "failed";

/** Record of one attempt. */
export interface IssuanceAttempt {
  key: SequenceKey;
  body: IssuanceRequest;
  bodyHash: Uint8Array<ArrayBuffer>;
  amounts: Amounts;
  declared: Declaration;
  vatRounding: VatRounding;
  /** Caller: exactly one of these two is set. */
  apiKeyId: number | null;
  userEmail: string | null;
  requestId: string;
  /** Where the request stands in its trace: `traceparent`. */
  trace?: string | undefined;
  periodStart: string;
  waitMs: number;
  /** The voucher whose credit note it is. Null when it was not asked for as such. */
  creditedId: number | null;
  /** While a contingency lasts, it may be issued under CAEA at the point of sale that stands in. */
  movable: boolean;
}

/** Identifies one attempt of one key. */
export interface AttemptId {
  id: number;
  revision: number;
  /** Together with the revision, distinguishes this attempt from all others, even from one with the same id after a crash. */
  recordedAtMs: number;
}

export interface RecordedHistory {
  /** The history of the database when it was recorded. */
  timeline: number;
}

export interface RecordedAttempt extends AttemptId, RecordedHistory {
  /** The time left until its deadline, by the database's clock. */
  deadlineInMs: number;
}

export const recordedAtMs = (armedAt: Prisma.Sql) =>
  Prisma.sql`(extract(epoch FROM ${armedAt}) * 1000)::float8 AS "recordedAtMs"`;

/**
 * Declarations of the key before the database lost commits, in which it may have been sent. ▲ A new attempt keeps it: an operator's word is held
 * against all that the key was sent with. Source: issuer/README.md, section 3, "The operator's decision".
 */
const sentBefore = Prisma.sql`
  CASE WHEN i.incarnation <> excluded.incarnation AND i.declared <> excluded.declared THEN jsonb_build_object('sentBefore',
      coalesce(i.body -> 'sentBefore', '[]') || jsonb_build_object('posNumber', i.pos_number, 'voucherType', i.voucher_type, 'declared', i.declared))
    WHEN i.body ? 'sentBefore' THEN jsonb_build_object('sentBefore', i.body -> 'sentBefore') ELSE '{}' END`;

/**
 * The end of an INSERT into `issuance AS i`: a key that made no voucher gets a new attempt, with all that the row brings, but what is
 * doubtful about the key stays. Other keys are left alone. Source: issuer/README.md, section 2, step 1.
 */
export const orRetry = Prisma.sql`
    ON CONFLICT (company_id, production, idempotency) DO UPDATE SET
      revision = i.revision + 1, state = 'queued', queue_position = excluded.queue_position, is_background = excluded.is_background, batched = i.batched OR excluded.batched,
      pos_number = excluded.pos_number, voucher_type = excluded.voucher_type,
      body = excluded.body || ${sentBefore}, body_hash = excluded.body_hash, amounts = excluded.amounts, declared = excluded.declared, vat_rounding = excluded.vat_rounding,
      api_key_id = excluded.api_key_id, user_email = excluded.user_email, request_id = excluded.request_id, period_start = excluded.period_start,
      enqueued_at = now(), incarnation = excluded.incarnation, deadline_at = excluded.deadline_at, credited_id = excluded.credited_id,
      trace = excluded.trace, suspect_since = ${suspectSince}, may_fail_over = excluded.may_fail_over AND NOT ${staysWithCae},
      number = NULL, submitted_at = NULL, epoch = NULL, authority_time = NULL, settled_at = NULL, outcome = NULL
    WHERE ${mayRetry}`;

/**
 * Records the intent in one statement, or starts a new attempt when its key made no voucher before (rejected, cancelled, failed).
 * Undefined when the key is queued, submitted or approved: then the row belongs to an earlier request. Undefined too when the key is in
 * doubt and must not be tried (`findKeyObstacle`).
 * Source: issuer/README.md, section 2, step 1.
 *
 * Nearly always the key is new and the period has its row: the first statement knows nothing else, and the second all of it.
 *
 * The commit does not wait for the disk. A later commit that waits, at the latest the write-ahead, also flushes this one. Before
 * that, nothing is sent and nothing is answered. A server that crashes in between forgets the row, and may give its id to
 * another.
 */
export async function recordIssuance(db: Statements, arming: IssuanceAttempt): Promise<RecordedAttempt | undefined> {
  const { key, body, periodStart } = arming;
  // Do not even lock the row of an earlier request: the write-ahead skips locked rows.
  const isOpenOrIssued = Prisma.sql`EXISTS (SELECT FROM issuance o WHERE o.company_id = ${key.companyId}
    AND o.production = ${key.production} AND o.idempotency = ${body.idempotency} AND o.state IN ('queued', 'submitted', 'approved'))`;
  const hasPeriod = Prisma.sql`EXISTS (SELECT FROM usage_period WHERE company_id = ${key.companyId} AND period_start = ${periodStart}::date)`;
  const [recorded] = await db.$queryRaw<RecordedAttempt[]>(prepared("record_new")`
    ${insertAttempt(arming)} AND ${hasPeriod}
    -- With none named it locks no row.
    ON CONFLICT DO NOTHING ${asRecorded}`);
  if (recorded) return recorded;
  const [armed] = await db.$queryRaw<RecordedAttempt[]>(prepared("record_issuance")`
    WITH period AS (
      INSERT INTO usage_period (company_id, period_start) SELECT ${key.companyId}, ${periodStart}::date
      -- Even an INSERT that does nothing would wait for a transaction that is updating the row.
      WHERE NOT ${hasPeriod}
      ON CONFLICT DO NOTHING
    )
    ${insertAttempt(arming)} AND NOT ${isOpenOrIssued}
    ${orRetry} ${asRecorded}`);
  return armed;
}

/** The INSERT up to its first condition. */
function insertAttempt(arming: IssuanceAttempt): Prisma.Sql {
  const { key, body, waitMs } = arming;
  const row = {
    companyId: Prisma.sql`${key.companyId}::int`,
    production: Prisma.sql`${key.production}::boolean`,
    idempotency: Prisma.sql`${body.idempotency}`,
    posNumber: Prisma.sql`${key.posNumber}::int`,
    voucherType: Prisma.sql`${key.voucherType}::int`,
    body: Prisma.sql`${JSON.stringify(body)}::jsonb`,
    bodyHash: Prisma.sql`${arming.bodyHash}::bytea`,
    amounts: Prisma.sql`${JSON.stringify(arming.amounts)}::jsonb`,
    declared: Prisma.sql`${JSON.stringify(arming.declared)}::jsonb`,
    vatRounding: Prisma.sql`${arming.vatRounding}`,
    apiKeyId: Prisma.sql`${arming.apiKeyId}::int`,
    userEmail: Prisma.sql`${arming.userEmail}`,
    requestId: Prisma.sql`${arming.requestId}`,
    trace: Prisma.sql`${arming.trace ?? null}`,
    periodStart: Prisma.sql`${arming.periodStart}::date`,
    deadlineAt: Prisma.sql`now() + ${waitMs} * interval '1 millisecond'`,
    creditedId: Prisma.sql`${arming.creditedId}::bigint`,
    mayFailOver: Prisma.sql`${arming.movable}::boolean`,
  };
  return Prisma.sql`${insertIssuance(row, (name) => Prisma.sql`${body[name]}::text`)}
    WHERE set_config('synchronous_commit', 'off', true) = 'off'`;
}

const asRecorded = Prisma.sql`
    RETURNING id, revision, incarnation AS timeline, ${recordedAtMs(Prisma.sql`enqueued_at`)}, (extract(epoch FROM deadline_at - now()) * 1000)::float8 AS "deadlineInMs"`;

/** Whether the database has lost commits since this was recorded: then it may have forgotten that this was sent. */
export async function isOfEndedHistory(db: Statements, { timeline }: RecordedHistory): Promise<boolean> {
  const present = await readIncarnation(db);
  return timeline !== present || present === 0;
}

export const isSameAttempt = (one: AttemptId, other: AttemptId): boolean =>
  one.id === other.id && one.revision === other.revision && one.recordedAtMs === other.recordedAtMs;

/** An issuance with the voucher and the quota for the caller's answer. */
export interface IssuanceView extends AttemptId, RecordedHistory {
  companyId: number;
  production: boolean;
  idempotency: string;
  state: IssuanceState;
  doubt: "resolving" | "unconfirmed" | null;
  posNumber: number;
  voucherType: number;
  bodyHash: Uint8Array;
  creditedId: number | null;
  outcome: NoVoucher | null;
  /** Problem that keeps the company out of the authority while the outcome is in doubt. */
  problem: AuthorityProblem | null;
  /** Outcome unknown until an operator decides. */
  needsOperator: boolean;
  deadlineInMs: number;
  /** An element of a batch armed it, and stands behind all others in its line. */
  patient: boolean;
  voucher: {
    id: number;
    /** Another than the asked one when that stood in: then it is under CAEA. */
    posNumber: number;
    isCaea: boolean;
    voucherType: number;
    voucherNumber: number;
    cae: string;
    totalAmount: string;
    observations: AuthorityMessage[] | null;
  } | null;
  usage: Usage | null;
}

interface IssuanceViewRow
  extends Omit<IssuanceView, "voucher">,
    Omit<NonNullable<IssuanceView["voucher"]>, "id" | "posNumber"> {
  voucherId: number | null;
  voucherPos: number;
}

/**
 * @param schema whose tables to read: `public.` for all companies, nothing for the tenant's own
 */
const selectView = (schema: Prisma.Sql) => Prisma.sql`
  SELECT i.id, i.company_id AS "companyId", i.production, i.idempotency, i.revision, i.incarnation AS timeline, ${recordedAtMs(Prisma.sql`i.enqueued_at`)},
    i.state::text, i.doubt, i.is_background AS patient, i.pos_number AS "posNumber", i.voucher_type AS "voucherType",
    i.body_hash AS "bodyHash", i.credited_id AS "creditedId", i.outcome, i.problem, i.operator_reason IS NOT NULL AS "needsOperator", (extract(epoch FROM i.deadline_at - now()) * 1000)::float8 AS "deadlineInMs",
    v.id AS "voucherId", v.pos_number AS "voucherPos", v.caea AS "isCaea", v.voucher_number AS "voucherNumber", v.cae, v.total_amount::text AS "totalAmount", v.observations,
    CASE WHEN u.company_id IS NOT NULL AND s.company_id IS NOT NULL THEN jsonb_build_object(
      'monthlyVouchers', p.monthly_vouchers, 'extra', u.extra, 'usedProduction', u.used_production,
      'usedHomologation', u.used_homologation, 'reserved', u.reserved, 'anchor', s.anchor, 'periodStart', u.period_start) END AS usage
  FROM ${schema}issuance i
  LEFT JOIN ${schema}voucher v ON v.issuance_id = i.id
  LEFT JOIN ${schema}usage_period u ON u.company_id = i.company_id AND u.period_start = i.period_start
  LEFT JOIN ${schema}subscription s ON s.company_id = i.company_id
  LEFT JOIN plan p ON p.id = s.plan_id`;

function toView(row: IssuanceViewRow): IssuanceView {
  const { voucherId, voucherPos, isCaea, voucherNumber, cae, totalAmount, observations, ...issuance } = row;
  const { voucherType } = issuance;
  const voucher =
    voucherId === null
      ? null
      : { id: voucherId, posNumber: voucherPos, isCaea, voucherType, voucherNumber, cae, totalAmount, observations };
  return { ...issuance, voucher };
}

/** Issuances of whatever companies. Those that do not exist are left out. */
export async function findIssuances(db: Statements, ids: number[]): Promise<Map<number, IssuanceView>> {
  const select = selectView(Prisma.raw("public."));
  const rows = await db.$queryRaw<IssuanceViewRow[]>(prepared("find_issuances")`
    ${forEachOf(ids, Prisma.sql`${select} WHERE i.id = wanted.id`)}`);
  return new Map(rows.map((row) => [row.id, toView(row)]));
}

export async function findIssuanceByKey(
  db: Database,
  { companyId, production }: Pick<SequenceKey, "companyId" | "production">,
  idempotency: string,
): Promise<IssuanceView | undefined> {
  const [row] = await db.$queryRaw<IssuanceViewRow[]>(prepared("find_issuance_by_key")`
    ${selectView(Prisma.empty)} WHERE i.company_id = ${companyId} AND i.production = ${production} AND i.idempotency = ${idempotency}`);
  return row && toView(row);
}

const selectState = Prisma.sql`
  SELECT i.id, i.revision, ${recordedAtMs(Prisma.sql`i.enqueued_at`)}, i.state::text, i.doubt FROM public.issuance i WHERE i.id = wanted.id`;

/** The states of many issuances of all companies in one query, for the requests that wait for them. */
export async function issuanceStates(
  db: Statements,
  ids: number[],
): Promise<Pick<IssuanceView, "id" | "revision" | "recordedAtMs" | "state" | "doubt">[]> {
  return db.$queryRaw(prepared("issuance_states")`${forEachOf(ids, selectState)}`);
}

/**
 * Cancels an issuance that waited beyond its deadline. True when it was cancelled: then nothing can issue it unless its key is
 * sent again. False when it was meanwhile numbered, settled or recorded again. Source: issuer/README.md, section 2, "Deadline".
 */
export async function cancelOverdue(
  db: Database,
  { id, revision }: Pick<AttemptId, "id" | "revision">,
): Promise<boolean> {
  const changed = await db.$executeRaw(prepared("cancel_overdue")`
    WITH own AS MATERIALIZED (
      SELECT id FROM issuance WHERE id = ${id} AND revision = ${revision} AND state = 'queued' AND deadline_at <= now() FOR UPDATE)
    -- What becomes of it is judged once its row is locked.
    UPDATE issuance i SET ${endQueued("cancelled", lockTimeout)}, settled_at = now()
    FROM own WHERE i.id = own.id AND i.revision = ${revision} AND i.state = 'queued' AND i.deadline_at <= now()`);
  return changed === 1;
}

/** One statement cancels as many, so that it ends before its time is over; one sweep has as many statements. */
const maxCancelled = 5_000;
const maxStatements = 4;

/**
 * An element has a whole day, so no clock alone ends it: not before the host's clock says so too, less an hour. A database whose clock is ahead,
 * as a standby's may be, would end all of them at once.
 */
const isOverdueBy = (hostMs: number | null) => Prisma.sql`
  i.state = 'queued' AND (i.deadline_at <= now() - interval '1 second'
    AND (NOT i.is_background OR coalesce(i.deadline_at <= to_timestamp(${hostMs}::float8 / 1000) + interval '1 hour', true)) OR ${isNeverSent})`;

/**
 * Cancels all overdue issuances, because their callers' processes may be dead, and those that are never sent, because no turn comes: the
 * deadline may be of another server's clock, or a day away. The patient are told that the authority was away.
 * Those of callers come first, and the first of each company before the second of any. A row that somebody holds is passed over, and the
 * next sweep takes it: so no company's row stands before another's. Gives the ended ids.
 * @param hostMs what this host's clock shows. Null: the database's alone counts
 */
export async function cancelAllOverdue(
  db: Database,
  most = maxCancelled,
  hostMs: number | null = Date.now(),
): Promise<number[]> {
  const isOverdue = isOverdueBy(hostMs);
  const ended: number[] = [];
  for (let count = 0; count < maxStatements; count++) {
    const rows = await db.$queryRaw<{ id: number }[]>(prepared("cancel_all_overdue")`
      WITH held AS MATERIALIZED (
        SELECT i.id, i.batched FROM (
          SELECT i.id, i.is_background, row_number() OVER (PARTITION BY i.company_id, i.production ORDER BY i.deadline_at, i.id) AS turn
          FROM issuance i WHERE ${isOverdue}) o
        JOIN issuance i ON i.id = o.id AND ${isOverdue}
        ORDER BY o.is_background, o.turn, o.id LIMIT ${most} FOR NO KEY UPDATE OF i SKIP LOCKED
      ),
      -- Looks once more, at the row that is held now.
      changed AS (
        UPDATE issuance i SET settled_at = now(),
          state = CASE WHEN is_background OR ${isUnknown} THEN 'failed' ELSE 'cancelled' END::issuance_state,
          outcome = CASE WHEN ${isUnknown} THEN ${JSON.stringify(unknownOutcome)}::jsonb
            WHEN is_background THEN ${JSON.stringify(waitedLong)}::jsonb ELSE ${JSON.stringify(lockTimeout)}::jsonb END
        WHERE i.id = ANY (ARRAY(${endable("held")})) AND ${isOverdue}
        RETURNING id
      )
      SELECT id FROM changed`);
    for (const { id } of rows) ended.push(id);
    if (rows.length < most) break;
  }
  return ended;
}

const waitedLong: NoVoucher = notAsked({
  kind: "down",
  services: ["wsfe"],
  detail: "it waited for a day, and could not be issued",
});

const lockTimeout: NoVoucher = { code: "VOUCHER_LOCK_TIMEOUT" };
