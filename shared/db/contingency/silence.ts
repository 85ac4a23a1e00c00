import type { SequenceKey } from "../../domain/sequence.js";
import type { Tenant } from "../../domain/tenant.js";
import { Prisma } from "../generated/client.js";
import type { Database } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";

/** A company whose calls are not answered, or whose contingency lasts. Times in milliseconds since 1970, by the database's clock. */
export interface Outage extends Tenant {
  /** When the first unanswered call since the last answer began. Null while calls are answered. */
  silentSinceMs: number | null;
  /** Silence of requests for a CAE alone. */
  issuingSinceMs: number | null;
  activeSinceMs: number | null;
  byHand: boolean;
  /** Since when the watch's questions are answered without a break. */
  readySinceMs: number | null;
  /** While it lasts and ends by itself: how often in a row the authority refused this company alone. */
  refused: number;
  nowMs: number;
}

export const inMs = (column: string) => Prisma.raw(`(extract(epoch FROM ${column}) * 1000)::float8`);

/** All companies with a silence or a contingency. */
export const listOutages = (db: Database): Promise<Outage[]> =>
  db.$queryRaw(prepared("list_watched")`
  SELECT c.company_id AS "companyId", c.production, ${inMs("c.outage_since")} AS "silentSinceMs",
    CASE WHEN c.cae_failing THEN ${inMs("c.cae_outage_since")} END AS "issuingSinceMs", ${inMs("c.active_since")} AS "activeSinceMs",
    c.is_manual AS "byHand", CASE WHEN c.ready_at IS NOT NULL THEN ${inMs("c.ready_since")} END AS "readySinceMs",
    c.refused, ${inMs("clock_timestamp()")} AS "nowMs"
  FROM contingency c WHERE c.active_since IS NOT NULL OR c.outage_since IS NOT NULL OR c.cae_failing`);

/** The companies with a point of sale for which another stands in: only theirs can be a contingency. */
export const listPrepared = (db: Database): Promise<Tenant[]> => db.$queryRaw`
  SELECT DISTINCT company_id AS "companyId", production FROM point_of_sale WHERE contingency_pos IS NOT NULL AND enabled`;

/** Calls of one process to the authority for a company. All times are how long ago, in milliseconds. */
export interface CallReport extends Tenant {
  /** The last answer, of whatever content, and the last one to a request for a CAE. Null: none that the row does not know. */
  answeredAgoMs: number | null;
  issuedAgoMs: number | null;
  /** When the calls began that were not answered, and those of them that were requests for a CAE. */
  calls: number[];
  requests: number[];
  cause: string | null;
  /** The watch's question was answered. */
  isReady: boolean;
  /** How often the authority refused this company alone, and what it said last. */
  refused: number;
  refusal: string | null;
  /** Before these refusals the company was served, or nothing was answered: earlier ones count for nothing. */
  refusedAnew: boolean;
}

/** After this long without a request for a CAE, while questions are answered, an old failure of such a request proves nothing. */
const requestsForgottenMinutes = 3;

/** A stored time that lies ahead was written before the database's clock was set back: it is not known. */
const past = (column: string) => Prisma.raw(`(CASE WHEN ${column} <= now() + interval '1 second' THEN ${column} END)`);
const ago = (ms: Prisma.Sql) => Prisma.sql`now() - ${ms} * interval '1 millisecond'`;

/** Calls that began after the last answer: an answer breaks the silence of all that began before it. */
const since = (starts: "calls" | "requests", answered: "answered" | "issued") => Prisma.sql`
  SELECT count(*)::int AS count, min(at) AS first, max(at) AS last
  FROM (SELECT ${ago(Prisma.sql`ms`)} AS at FROM unnest(h.${Prisma.raw(starts)}) ms) t
  WHERE at > coalesce(h.${Prisma.raw(answered)}, '-infinity')`;

/** The silence before, if no answer broke it. One that lies ahead is none: the next call that is not answered begins it anew. */
const kept = (column: string, answered: "answered" | "issued") =>
  Prisma.raw(
    `(CASE WHEN h.${column} <= now() AND h.${column} > coalesce(h.${answered}, '-infinity') THEN h.${column} END)`,
  );

/**
 * Writes down what a process heard, of all companies at once. A silence is measured from the last answer of any process, by the
 * database's clock: of all calls, and of requests for a CAE alone. A row that somebody holds is passed over. Gives the companies of which
 * it wrote: what was heard of the others is for the next round. Source: issuer/README.md, section 13.
 */
export async function recordCalls(db: Database, notes: CallReport[]): Promise<Tenant[]> {
  if (notes.length === 0) return [];
  return db.$queryRaw<Tenant[]>(prepared("note_heard")`
    WITH n AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(notes)}::json) AS n("companyId" int, production boolean, "answeredAgoMs" float8,
        "issuedAgoMs" float8, calls float8[], requests float8[], cause text, "isReady" boolean,
        refused int, refusal text, "refusedAnew" boolean)
    ),
    b AS MATERIALIZED (
      SELECT c.* FROM contingency c JOIN n ON n."companyId" = c.company_id AND n.production = c.production FOR UPDATE OF c SKIP LOCKED
    ),
    h AS (
      SELECT n."companyId", n.production, n.calls, n.requests, n."isReady", n.refused AS more_refused, coalesce(n.refusal, b.refusal) AS refusal,
        CASE WHEN n."refusedAnew" THEN 0 ELSE coalesce(b.refused, 0) END AS refused_before, coalesce(n.cause, b.cause) AS cause,
        greatest(${past("b.answered_at")}, ${ago(Prisma.sql`n."answeredAgoMs"`)}, ${ago(Prisma.sql`n."issuedAgoMs"`)}) AS answered,
        greatest(${past("b.issued_at")}, ${ago(Prisma.sql`n."issuedAgoMs"`)}) AS issued,
        b.outage_since, coalesce(b.failed_calls, 0) AS failed_calls, ${past("b.outage_recorded_at")} AS outage_recorded_at,
        CASE WHEN b.cae_failing THEN coalesce(b.cae_outage_since, b.outage_since) END AS cae_outage_since,
        coalesce(b.failed_cae_requests, 0) AS failed_cae_requests, ${past("b.cae_outage_recorded_at")} AS cae_outage_recorded_at,
        ${past("b.last_cae_request_at")} AS last_cae_request_at, b.ready_at, b.ready_since,
        coalesce(b.active_since IS NOT NULL AND NOT b.is_manual, false) AS "endsByItself"
      FROM n LEFT JOIN b ON b.company_id = n."companyId" AND b.production = n.production
      WHERE b.company_id IS NOT NULL OR NOT EXISTS (
        SELECT FROM contingency c WHERE c.company_id = n."companyId" AND c.production = n.production)
    ),
    k AS (
      SELECT h.*, ${kept("outage_since", "answered")} AS outage_kept, calls.count AS more_calls, calls.first AS first_call,
        CASE WHEN NOT coalesce(h.last_cae_request_at < h.answered
            AND h.last_cae_request_at < now() - ${requestsForgottenMinutes} * interval '1 minute', false)
          THEN ${kept("cae_outage_since", "issued")} END AS cae_outage_kept,
        requests.count AS more_requests, requests.first AS first_request, requests.last AS last_request
      FROM h CROSS JOIN LATERAL (${since("calls", "answered")}) calls CROSS JOIN LATERAL (${since("requests", "issued")}) requests
    ),
    r AS (
      SELECT k.*, CASE WHEN more_calls + more_requests + more_refused > 0 THEN NULL WHEN "isReady" AND "endsByItself" THEN now() ELSE ready_at END AS ready,
        least(outage_kept, first_call) AS silent, least(cae_outage_kept, first_request) AS issuing
      FROM k
    )
    INSERT INTO contingency AS c (company_id, production, answered_at, issued_at, outage_since, failed_calls, outage_recorded_at, cae_failing,
      cae_outage_since, failed_cae_requests, cae_outage_recorded_at, last_cae_request_at, cause, ready_at, ready_since, refused, refusal)
    SELECT "companyId", production, answered, issued, silent, CASE WHEN outage_kept IS NULL THEN 0 ELSE failed_calls END + more_calls,
      CASE WHEN outage_kept IS NULL THEN CASE WHEN silent IS NOT NULL THEN now() END ELSE coalesce(outage_recorded_at, now()) END,
      issuing IS NOT NULL, issuing, CASE WHEN cae_outage_kept IS NULL THEN 0 ELSE failed_cae_requests END + more_requests,
      CASE WHEN cae_outage_kept IS NULL THEN CASE WHEN issuing IS NOT NULL THEN now() END ELSE coalesce(cae_outage_recorded_at, now()) END,
      CASE WHEN issuing IS NOT NULL THEN greatest(last_cae_request_at, last_request) END, left(cause, 300), ready,
      CASE WHEN ready IS NULL THEN NULL WHEN ready_at IS NULL THEN now() ELSE coalesce(${past("ready_since")}, now()) END,
      CASE WHEN "endsByItself" THEN refused_before + more_refused ELSE 0 END, left(refusal, 300)
    FROM r ORDER BY "companyId", production
    ON CONFLICT (company_id, production) DO UPDATE SET answered_at = excluded.answered_at, issued_at = excluded.issued_at,
      outage_since = excluded.outage_since, failed_calls = excluded.failed_calls, outage_recorded_at = excluded.outage_recorded_at,
      cae_failing = excluded.cae_failing, cae_outage_since = excluded.cae_outage_since,
      failed_cae_requests = excluded.failed_cae_requests, cae_outage_recorded_at = excluded.cae_outage_recorded_at,
      last_cae_request_at = excluded.last_cae_request_at, cause = excluded.cause, ready_at = excluded.ready_at, ready_since = excluded.ready_since,
      refused = excluded.refused, refusal = excluded.refusal
    RETURNING c.company_id AS "companyId", c.production`);
}

/** The sequences of these companies with issuances in line, up to `limit`. */
export const listQueues = (db: Database, tenants: Tenant[], limit: number): Promise<SequenceKey[]> => db.$queryRaw`
  SELECT DISTINCT i.company_id AS "companyId", i.production, i.pos_number AS "posNumber", i.voucher_type AS "voucherType"
  FROM json_to_recordset(${JSON.stringify(tenants)}::json) AS t("companyId" int, production boolean)
  JOIN issuance i ON i.company_id = t."companyId" AND i.production = t.production AND i.state = 'queued' LIMIT ${limit}`;
