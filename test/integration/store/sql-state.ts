import { Prisma } from "../../../shared/db/generated/client.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { prepared } from "../../../shared/db/sql/prepared.js";
import type { Side } from "./side.js";
import type { State } from "./state.js";
import { beginMs } from "./store-database.js";

/** Milliseconds since 1970, or since the beginning of the case. */
const inMs = (column: string) => Prisma.raw(`(extract(epoch FROM ${column}) * 1000)::float8`);
const sinceBegin = (column: string) =>
  Prisma.raw(`((extract(epoch FROM ${column}) * 1000)::float8 - ${beginMs})::float8`);

const sequenceOf = (table: string) =>
  Prisma.raw(`(${table}.company_id || '-' || ${table}.pos_number || '-' || ${table}.voucher_type)`);
const nameOf = (id: string) =>
  Prisma.raw(
    `CASE WHEN ${id} IS NOT NULL THEN coalesce((SELECT o.company_id || '/' || o.idempotency FROM issuance o WHERE o.id = ${id}), 'forgotten') END`,
  );
const isLost = (table: string) => Prisma.raw(`coalesce(${table}.incarnation <> current_incarnation(), false)`);

const issuances = Prisma.sql`
  SELECT i.company_id || '/' || i.idempotency AS name, json_build_object('sequence', ${sequenceOf("i")}, 'state', i.state,
    'revision', i.revision, 'number', i.number, 'doubt', i.doubt, 'why', i.operator_reason, 'isDenied', i.all_refused,
    'looks', (SELECT json_agg(json_build_object('at', (l.value ->> 'at')::float8 - ${beginMs}, 'questions', l.value -> 'questions') ORDER BY l.place)
      FROM jsonb_array_elements(i.lookups) WITH ORDINALITY AS l(value, place)),
    'refusal', CASE WHEN i.refusal IS NOT NULL THEN json_build_object('quietMs', i.refusal -> 'quietMs', 'sends', i.refusal -> 'sends', 'reasons', i.refusal -> 'reasons') END,
    'outcome', i.outcome ->> 'code', 'isBackground', i.is_background, 'mayFailOver', i.may_fail_over, 'isBatched', i.batched, 'isListed', i.ticket_lists_company,
    'isBarred', i.key_closed, 'suspectSinceMs', ${sinceBegin("i.suspect_since")},
    'declared', CASE WHEN i.state <> 'approved' THEN json_build_object('total', i.declared ->> 'total', 'net', i.declared ->> 'net',
      'date', i.declared ->> 'voucherDate', 'further', json_build_array(i.declared -> 'optionals', i.declared -> 'activities',
      i.declared -> 'buyers')) END,
    'recordedAtMs', ${sinceBegin("i.enqueued_at")}, 'deadlineAtMs', ${sinceBegin("i.deadline_at")}, 'authorityTimeMs', ${inMs("i.authority_time")},
    'isLost', ${isLost("i")}) AS value FROM issuance i`;

const lines = Prisma.sql`
  SELECT ${sequenceOf("i")} AS name, json_agg(i.company_id || '/' || i.idempotency ORDER BY i.queue_position, i.id) AS value
  FROM issuance i WHERE i.state = 'queued' GROUP BY 1`;

const sequences = Prisma.sql`
  SELECT ${sequenceOf("s")} AS name, json_build_object('epoch', s.epoch, 'lastNumber', s.last_number, 'lastDate', s.last_date,
    'authorityTimeMs', ${inMs("s.authority_time")}, 'isUnverified', s.unverified, 'isShared', s.shared, 'isLost', ${isLost("s")},
    'retryAtMs', ${sinceBegin("s.retry_at")}, 'missing', CASE WHEN s.missing_at IS NOT NULL THEN json_build_object('from', s.missing_from,
      'to', s.missing_to, 'atMs', ${sinceBegin("s.missing_at")},
      'without', (SELECT coalesce(json_agg(split_part(name, '-', 2)::int), '[]') FROM unnest(s.without_missing) name)) END) AS value FROM sequence s`;

const quotas = Prisma.sql`
  SELECT c.id::text AS name, json_build_object('reserved', coalesce(u.reserved, 0), 'used', coalesce(u.used_homologation, 0)) AS value
  FROM company c LEFT JOIN usage_period u ON u.company_id = c.id`;

const vouchers = Prisma.sql`
  SELECT json_build_object('sequence', ${sequenceOf("v")}, 'number', v.voucher_number, 'issuance', ${nameOf("v.issuance_id")},
    'cae', v.cae, 'isCaea', v.caea, 'date', v.voucher_date, 'total', v.total_amount::text) AS value,
    ${sequenceOf("v")} AS name, v.voucher_number AS number FROM voucher v`;

const freed = Prisma.sql`
  SELECT json_build_object('sequence', ${sequenceOf("s")}, 'number', f.number, 'issuance', ${nameOf("f.issuance_id")},
    'total', f.declared ->> 'total') AS value, ${sequenceOf("s")} AS name, f.number AS number
  FROM freed_number f JOIN sequence s ON s.id = f.sequence_id`;

const leases = Prisma.sql`
  SELECT ${sequenceOf("l")} AS name, json_build_object('holder', l.holder, 'untilMs', ${sinceBegin("l.expires_at")}) AS value
  FROM sequence_lease l`;

const batches = Prisma.sql`
  SELECT b.id AS number, '' AS name, json_build_object('company', b.company_id, 'isCancelled', b.cancelled_at IS NOT NULL,
    'isFinished', b.finished_at IS NOT NULL, 'isLost', ${isLost("b")}, 'elements', (
      SELECT json_agg(json_build_object('key', e.idempotency, 'state', e.state, 'issuance', ${nameOf("e.issuance_id")},
        'revision', e.revision, 'outcome', e.outcome ->> 'code', 'hasAttempt', e.attempt IS NOT NULL,
        'settledAtMs', ${sinceBegin("e.settled_at")}) ORDER BY e.index) FROM batch_element e WHERE e.batch_id = b.id)) AS value
  FROM batch b`;

const contingencies = Prisma.sql`
  SELECT o.id::text AS name, json_build_object('answeredAtMs', ${sinceBegin("c.answered_at")}, 'issuedAtMs', ${sinceBegin("c.issued_at")},
    'silentSinceMs', ${sinceBegin("c.outage_since")}, 'unanswered', coalesce(c.failed_calls, 0),
    'silentNotedAtMs', CASE WHEN c.outage_since IS NOT NULL THEN ${sinceBegin("c.outage_recorded_at")} END,
    'issuingSinceMs', CASE WHEN c.cae_failing THEN ${sinceBegin("c.cae_outage_since")} END,
    'issuingUnanswered', CASE WHEN c.cae_failing THEN c.failed_cae_requests ELSE 0 END,
    'issuingNotedAtMs', CASE WHEN c.cae_failing THEN ${sinceBegin("c.cae_outage_recorded_at")} END,
    'issuingAskedAtMs', CASE WHEN c.cae_failing THEN ${sinceBegin("c.last_cae_request_at")} END,
    'probedAtMs', ${sinceBegin("c.probed_at")}, 'readyAtMs', ${sinceBegin("c.ready_at")},
    'readySinceMs', CASE WHEN c.ready_at IS NOT NULL THEN ${sinceBegin("c.ready_since")} END, 'trial', ${nameOf("c.trial_id")},
    'trialAtMs', CASE WHEN c.trial_id IS NOT NULL THEN ${sinceBegin("c.trial_at")} END, 'activeSinceMs', ${sinceBegin("c.active_since")}, 'byHand', coalesce(c.is_manual, false),
    'refused', coalesce(c.refused, 0)) AS value
  FROM company o LEFT JOIN contingency c ON c.company_id = o.id AND NOT c.production`;

const reports = Prisma.sql`
  SELECT json_build_object('sequence', ${sequenceOf("r")}, 'number', r.voucher_number, 'issuance',
    (SELECT ${nameOf("v.issuance_id")} FROM voucher v WHERE v.id = r.voucher_id), 'code', a.code, 'state', r.state, 'tries', r.attempt_count,
    'dueAtMs', ${sinceBegin("r.due_at")}, 'listedAtMs', ${sinceBegin("r.listed_at")}, 'hiddenSinceMs', ${sinceBegin("r.hidden_since")},
    'isGap', r.gap, 'errors', (SELECT coalesce(json_agg(e.value -> 'code'), '[]') FROM jsonb_array_elements(r.errors) e)) AS value,
    ${sequenceOf("r")} AS name, r.voucher_number AS number FROM caea_report r JOIN caea a ON a.id = r.caea_id`;

const unused = Prisma.sql`
  SELECT json_build_object('company', u.company_id, 'posNumber', u.pos_number, 'code', a.code, 'askedAtMs', ${sinceBegin("u.asked_at")},
    'isInformed', u.informed_at IS NOT NULL, 'isRefused', coalesce(u.problem ->> 'code' = 'TAXAUTH_ERROR', false)) AS value,
    u.company_id || '-' || lpad(u.pos_number::text, 5, '0') || '-' || a.code AS name, 0 AS number
  FROM caea_unused u JOIN caea a ON a.id = u.caea_id`;

const asObject = (rows: Prisma.Sql) =>
  Prisma.sql`(SELECT coalesce(json_object_agg(name, value), '{}') FROM (${rows}) one)`;
const asList = (rows: Prisma.Sql) =>
  Prisma.sql`(SELECT coalesce(json_agg(value ORDER BY name COLLATE "C", number), '[]') FROM (${rows}) one)`;

export async function readState(db: Database): ReturnType<Side["read"]> {
  const [{ ids, ...state }] = await db.$queryRaw<[State & { ids: Record<string, string> }]>(prepared("read_state")`
    SELECT ${asObject(issuances)} AS issuances, ${asObject(lines)} AS lines, ${asObject(sequences)} AS sequences,
      ${asObject(quotas)} AS quotas, ${asObject(leases)} AS leases, ${asList(vouchers)} AS vouchers, ${asList(freed)} AS freed, ${asList(batches)} AS batches,
      ${asObject(contingencies)} AS contingencies, ${asList(reports)} AS reports, ${asList(unused)} AS unused,
      ${asObject(Prisma.sql`SELECT id::text AS name, company_id || '/' || idempotency AS value FROM issuance`)} AS ids`);
  return { state, names: new Map(Object.entries(ids).map(([id, name]) => [Number(id), name])) };
}
