import type { ContingencyReason } from "../../domain/contingency-reason.js";
import { environmentName, type Tenant } from "../../domain/tenant.js";
import { inScope } from "../fragments/scope.js";
import { Prisma } from "../generated/client.js";
import type { Database, Transaction } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";
import { inMs } from "./silence.js";

/** How a contingency began or ended. */
export interface ContingencyTransition {
  sinceMs: number;
  reason: ContingencyReason | null;
}

/** Reason in the row `c`, or in another by `alias`: a person's words, or the silence. */
export const keptReason = (alias = "c") => Prisma.raw(`coalesce(to_jsonb(${alias}.reason), ${alias}.silence)`);

type Action = "contingency.start" | "contingency.end";

/** The audit entry of a contingency's beginning or end. */
export const toAuditRecord = ({ production }: Tenant, action: Action, { sinceMs, reason }: ContingencyTransition) => ({
  ...{ action, resourceId: environmentName(production) },
  after: { active: action === "contingency.start", since: new Date(sinceMs).toISOString(), reason },
});

/** Adds the same entries with the service as their actor. For a statement whose CTE `turned` has one row for each contingency. */
const addEntries = (action: Action) => Prisma.sql`
  INSERT INTO audit_entry (company_id, production, action, resource_id, actor_type, after)
  SELECT company_id, production, ${action}, CASE WHEN production THEN ${environmentName(true)} ELSE ${environmentName(false)} END, 'system', jsonb_build_object(
    'active', ${action === "contingency.start"}::boolean, 'since', to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason', reason)
  FROM turned`;

const turnedRows = Prisma.sql`SELECT company_id AS "companyId", production, ${inMs("since")} AS "sinceMs", reason FROM turned`;

/**
 * Makes the reports due that wait for their next try: the contingency of `b` is over, so the authority may answer them. One that somebody
 * holds is being sent or decided, and is due within a minute anyway.
 */
const hurryReports = (also = Prisma.empty) => Prisma.sql`
  UPDATE caea_report u SET due_at = now() - interval '1 second' FROM (
    SELECT r.voucher_id FROM b JOIN caea_report r ON r.company_id = b.company_id AND r.production = b.production
    WHERE b.active_since IS NOT NULL AND r.state IN ('due', 'sent') AND r.due_at > now() ${also} FOR NO KEY UPDATE OF r SKIP LOCKED) r
  WHERE u.voucher_id = r.voucher_id`;

/** Lock clause of a statement for all companies: what somebody holds is for the next round, so no company's row stands before another's. */
const ofAll = Prisma.sql`SKIP LOCKED`;

interface Ending {
  /** Further columns of the row: what was heard. */
  heard: Prisma.Sql;
  /** Why it ends, where that is not why it began: JSON of the row `b`. The row keeps it. */
  why?: Prisma.Sql;
  /** Lock clause for rows that somebody holds. Empty: wait. */
  held?: Prisma.Sql;
}

/** Ends the silence of these rows, and with it each contingency that nobody began by hand. Audited in the same statement. */
const endOf = (rows: Prisma.Sql, { heard, why = Prisma.sql`NULL::jsonb`, held = Prisma.empty }: Ending) => Prisma.sql`
  WITH b AS MATERIALIZED (SELECT c.* FROM contingency c WHERE ${rows} FOR UPDATE ${held}),
  hurried AS (${hurryReports(Prisma.sql`AND NOT b.is_manual`)}),
  broken AS (
    UPDATE contingency c SET outage_since = NULL, failed_calls = 0, cae_failing = false, ready_at = NULL, trial_id = NULL, refused = 0, ${heard},
      active_since = CASE WHEN c.is_manual THEN c.active_since END, reason = CASE WHEN c.is_manual THEN c.reason END,
      silence = CASE WHEN c.is_manual THEN c.silence ELSE ${why} END
    FROM b WHERE c.company_id = b.company_id AND c.production = b.production
  ),
  turned AS (SELECT company_id, production, active_since AS since, coalesce(${why}, ${keptReason("b")}) AS reason FROM b WHERE active_since IS NOT NULL AND NOT is_manual),
  audited AS (${addEntries("contingency.end")})
  ${turnedRows}`;

/** Notes that the authority issues: this ends the company's contingency, unless a person began it. Undefined when none ends. */
export async function noteIssued(db: Database, tenant: Tenant): Promise<(ContingencyTransition & Tenant) | undefined> {
  const heard = Prisma.sql`answered_at = now(), issued_at = now()`;
  const [ended] = await db.$queryRaw<(ContingencyTransition & Tenant)[]>`${endOf(inScope(tenant, "c"), { heard })}`;
  return ended;
}

/**
 * How long the authority must answer the watch's questions without a break before a contingency ends in spite of a number in doubt.
 * While the authority does not issue, a number that is sent again fails at least once in this time.
 */
export const doubtKeepsMs = 75_000;

/**
 * Ends the contingencies of companies that have a number in doubt, for which nothing is sent: a person must decide, or it is only looked
 * at. Questions were answered all that time, and nothing failed. A try at another sequence would have ended the contingency, or
 * its failure would have begun this time anew.
 */
export const endDespiteDoubt = (db: Database): Promise<(ContingencyTransition & Tenant)[]> => db.$queryRaw`
  ${endOf(
    Prisma.sql`c.active_since IS NOT NULL AND NOT c.is_manual AND c.ready_at > now() - interval '20 seconds'
      AND c.ready_since <= now() - ${doubtKeepsMs} * interval '1 millisecond'
      AND EXISTS (SELECT FROM issuance i WHERE i.company_id = c.company_id AND i.production = c.production
        AND i.state = 'submitted' AND i.doubt IS NOT NULL)`,
    { heard: Prisma.sql`answered_at = now()`, held: ofAll },
  )}`;

/**
 * After so many refusals of the company alone in a row a contingency is over. One may be of the moment: a ticket that ran out, a certificate
 * that is being replaced. The watch asks every 10 s, and a login that was refused is tried again after a minute: so it takes half a minute
 * to three.
 */
export const refusalsEnd = 3;

/**
 * Ends the contingencies of companies that the authority refuses, and nobody else: the certificate ended, or the delegation was withdrawn.
 * A contingency is about everybody's silence, and what such a company issues under CAEA it cannot report.
 */
export const endRefused = (db: Database): Promise<(ContingencyTransition & Tenant)[]> => db.$queryRaw`
  ${endOf(Prisma.sql`c.active_since IS NOT NULL AND NOT c.is_manual AND c.refused >= ${refusalsEnd}`, {
    heard: Prisma.sql`answered_at = now()`,
    why: Prisma.sql`jsonb_build_object('refusal', coalesce(b.refusal, 'unknown'))`,
    held: ofAll,
  })}`;

/** How long a silence must stand in its row before a contingency begins of it: until then every process can see and contradict it. */
const contradictedWithinMs = 1_500;

/** A silence has lasted for `afterMs`, and at least two calls were not answered. */
const hasLasted = (silentSince: string, unanswered: string, notedAt: string, afterMs: number) => Prisma.sql`
  (c.${Prisma.raw(unanswered)} > 1 AND c.${Prisma.raw(silentSince)} <= now() - ${afterMs} * interval '1 millisecond'
    AND coalesce(c.${Prisma.raw(notedAt)} <= now() - ${contradictedWithinMs} * interval '1 millisecond', true))`;

/** Begins the contingencies of all silences that have lasted. Audited in the same statement. */
export const outageStart = (db: Database, afterMs: number): Promise<(ContingencyTransition & Tenant)[]> =>
  db.$queryRaw(prepared("begin_of_silence")`
  WITH due AS MATERIALIZED (
    SELECT c.company_id, c.production, CASE WHEN c.cae_failing THEN least(c.cae_outage_since, c.outage_since) ELSE c.outage_since END AS since
    FROM contingency c WHERE c.active_since IS NULL AND (${hasLasted("outage_since", "failed_calls", "outage_recorded_at", afterMs)}
      OR c.cae_failing AND ${hasLasted("cae_outage_since", "failed_cae_requests", "cae_outage_recorded_at", afterMs)})
    FOR UPDATE ${ofAll}
  ),
  turned AS (
    UPDATE contingency c SET active_since = now(), is_manual = false, ready_at = NULL, trial_id = NULL, refused = 0,
      silence = jsonb_build_object('since', to_char(due.since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'cause', c.cause)
    FROM due WHERE c.company_id = due.company_id AND c.production = due.production
    RETURNING c.company_id, c.production, c.active_since AS since, c.silence AS reason
  ),
  audited AS (${addEntries("contingency.start")})
  ${turnedRows}`);

/** Begins a contingency by hand. Undefined when one lasts already: from now on it counts as begun by hand. */
export async function beginByHand(
  db: Transaction,
  tenant: Tenant,
  reason: string | null,
): Promise<ContingencyTransition | undefined> {
  const [row] = await db.$queryRaw<(ContingencyTransition & { isNew: boolean })[]>`
    WITH b AS MATERIALIZED (SELECT active_since FROM contingency c WHERE ${inScope(tenant, "c")} FOR UPDATE)
    INSERT INTO contingency AS c (company_id, production, active_since, is_manual, reason)
    -- The count makes PostgreSQL lock the row before it changes.
    SELECT ${tenant.companyId}::int, ${tenant.production}::boolean, now(), true, ${reason} FROM (SELECT count(*) FROM b) AS locked
    ON CONFLICT (company_id, production) DO UPDATE SET active_since = coalesce(c.active_since, now()), is_manual = true,
      reason = coalesce(excluded.reason, c.reason), silence = CASE WHEN excluded.reason IS NULL AND c.active_since IS NOT NULL THEN c.silence END, ready_at = NULL, trial_id = NULL, refused = 0
    RETURNING ${inMs("c.active_since")} AS "sinceMs", ${keptReason()} AS reason, NOT EXISTS (SELECT FROM b WHERE b.active_since IS NOT NULL) AS "isNew"`;
  return row?.isNew ? { sinceMs: row.sinceMs, reason: row.reason } : undefined;
}

/** Ends a contingency, however it began. Undefined when none lasts. */
export async function endByHand(db: Transaction, tenant: Tenant): Promise<ContingencyTransition | undefined> {
  const [before] = await db.$queryRaw<ContingencyTransition[]>`
    WITH b AS MATERIALIZED (SELECT * FROM contingency c WHERE ${inScope(tenant, "c")} AND c.active_since IS NOT NULL FOR UPDATE),
    hurried AS (${hurryReports()})
    UPDATE contingency c SET active_since = NULL, is_manual = false, reason = NULL, silence = NULL, ready_at = NULL, trial_id = NULL, refused = 0,
      outage_since = NULL, failed_calls = 0, cae_failing = false
    FROM b WHERE ${inScope(tenant, "c")}
    RETURNING ${inMs("b.active_since")} AS "sinceMs", ${keptReason("b")} AS reason`;
  return before;
}
