import type { DeliveryFailure, DisabledReason } from "../../domain/delivery-failure.js";
import { maxWebhookTries, webhookPatienceDays } from "../../domain/webhook-retries.js";
import { isKept } from "../fragments/kept-deliveries.js";
import { Prisma } from "../generated/client.js";
import type { Database } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";

/** How many deliveries to one endpoint are under way at once, over all mailers. */
const atOnce = 4;

/** How long a mailer has a delivery in hand at most: longer than an attempt may take. */
const leaseMs = 30_000;

/** How many attempts of a delivery are kept. Only retries by hand can make more. */
const keptAttempts = 50;

/** An endpoint with something to send, and whose it is. */
export interface DueWebhook {
  webhookId: number;
  companyId: number;
  production: boolean;
}

/** Not a listener, and not disabled. */
const isServed = Prisma.sql`w.enabled AND w.listening_until IS NULL`;

/** A delivery whose lease has ended was in the hand of a mailer that died: it is under way no longer. */
const underWay = Prisma.sql`(
  SELECT count(*)::int FROM webhook_delivery h WHERE h.webhook_id = w.id AND h.is_claimed AND h.state = 'pending' AND h.due_at > now())`;

/** The endpoints that can be sent something now. The first of each company come before the second of any. */
export const dueWebhooks = (db: Database, limit: number): Promise<DueWebhook[]> => db.$queryRaw`
  SELECT id AS "webhookId", company_id AS "companyId", production FROM (
    SELECT w.id, w.company_id, w.production, row_number() OVER (PARTITION BY w.company_id, w.production ORDER BY w.id) AS place
    FROM webhook w
    -- OFFSET 0 makes PostgreSQL look at the index for each endpoint, and not read all that waits for one that is dead.
    WHERE ${isServed} AND EXISTS (
      SELECT FROM webhook_delivery d WHERE d.webhook_id = w.id AND d.state = 'pending' AND d.due_at <= now() AND ${isKept("d")} OFFSET 0) AND ${underWay} < ${atOnce}
  ) due ORDER BY place, id LIMIT ${limit}`;

/** A delivery that this mailer has in hand. */
export interface ClaimedDelivery {
  id: number;
  /** Says in which month's partition it is. */
  createdAt: Date;
  webhookId: number;
  companyId: number;
  url: string;
  eventId: string;
  type: string;
  body: string;
  /** How many attempts there were, including this one. */
  tries: number;
  /** Single attempt, asked for by hand: it is not tried again by itself. */
  once: boolean;
  /** Where the request that the event is about stands in its trace, if somebody looked (`traces.ts`). */
  trace?: string | undefined;
}

/** Record of an attempt whose end nobody saw. */
const unseenAttempt = Prisma.sql`jsonb_build_object('at', to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'status', NULL, 'ms', NULL, 'error', jsonb_build_object('why', 'unseen'), 'answer', NULL)`;

/**
 * Takes the due deliveries of an endpoint in hand, as many as it may still have at once. Each attempt is counted here, before it is
 * made: so a delivery that kills its mailer is not tried for ever.
 */
export const claimDeliveries = (db: Database, webhookId: number): Promise<ClaimedDelivery[]> =>
  db.$queryRaw(prepared("claim_deliveries")`
  WITH w AS MATERIALIZED (
    SELECT w.id, w.url FROM webhook w WHERE w.id = ${webhookId} AND ${isServed} FOR NO KEY UPDATE SKIP LOCKED
  ), picked AS MATERIALIZED (
    SELECT d.id, d.created_at, w.url FROM w JOIN webhook_delivery d ON d.webhook_id = w.id
    WHERE d.state = 'pending' AND d.due_at <= now() AND ${isKept("d")} ORDER BY d.due_at, d.id
    LIMIT (SELECT greatest(0, ${atOnce} - ${underWay}) FROM w) FOR UPDATE OF d SKIP LOCKED
  )
  UPDATE webhook_delivery d SET attempt_count = d.attempt_count + 1, is_claimed = true, due_at = now() + ${leaseMs} * interval '1 millisecond',
    attempts = jsonb_path_query_array(d.attempts || ${unseenAttempt}, ${Prisma.raw(`'$[last - ${keptAttempts - 1} to last]'`)})
  FROM picked WHERE d.id = picked.id AND d.created_at = picked.created_at
  RETURNING d.id, d.created_at AS "createdAt", d.webhook_id AS "webhookId", d.company_id AS "companyId", picked.url, d.event_id AS "eventId", d.type, d.body, d.attempt_count AS tries, d.once`);

/** How an attempt ended. */
export interface SeenAttempt {
  /** ISO 8601. */
  at: string;
  status: number | null;
  ms: number;
  error: DeliveryFailure | null;
  /** The first 1 KiB of the answer. */
  answer: string | null;
}

/** Writes how this attempt ended in its place, also when another one has begun meanwhile. */
const withAttempt = ({ tries }: ClaimedDelivery, attempt: SeenAttempt) =>
  Prisma.sql`jsonb_set(attempts, ARRAY[(${tries}::int - attempt_count - 1)::text], ${JSON.stringify(attempt)}::jsonb, false)`;

/** A success counts whenever it is seen. */
export async function markDelivered(db: Database, claimed: ClaimedDelivery, attempt: SeenAttempt): Promise<void> {
  await db.$executeRaw(prepared("mark_delivered")`
    WITH d AS (
      UPDATE webhook_delivery SET state = 'delivered', delivered_at = now(), is_claimed = false, once = false, attempts = ${withAttempt(claimed, attempt)}
      WHERE id = ${claimed.id} AND created_at = ${claimed.createdAt} AND state = 'pending' RETURNING webhook_id
    )
    UPDATE webhook w SET failing_since = NULL FROM d WHERE w.id = d.webhook_id AND w.failing_since IS NOT NULL`);
}

const gone: DisabledReason = "gone";
const failing: DisabledReason = "failing";

/** Tells the account of the endpoints `disabled`, if it has an address. */
const warnOfDisabled = (disabled: Prisma.Sql, reason: DisabledReason) => Prisma.sql`
  INSERT INTO warning (company_id, kind, subject, facts)
  SELECT w.company_id, 'webhook', w.id || '-' || clock_timestamp(),
    jsonb_build_object('kind', 'webhook', 'url', w.url, 'production', w.production, 'reason', ${reason}::text)
  FROM ${disabled} w JOIN company c ON c.id = w.company_id WHERE c.account_email IS NOT NULL`;

/** Consequence of a failed attempt. */
export interface RetryDecision {
  /** Until the next one; undefined = there is none. */
  waitMs: number | undefined;
  /** The endpoint wants no more: it is disabled. */
  isGone: boolean;
}

/** Does nothing when another mailer has taken the delivery in hand since. What was delivered before stays so. */
export async function markFailed(
  db: Database,
  claimed: ClaimedDelivery,
  attempt: SeenAttempt,
  { waitMs = null, isGone }: { waitMs?: number | null | undefined; isGone: boolean },
): Promise<void> {
  await db.$executeRaw(prepared("mark_failed")`
    WITH d AS (
      UPDATE webhook_delivery SET is_claimed = false, once = false, attempts = ${withAttempt(claimed, attempt)},
        state = CASE WHEN ${waitMs}::float8 IS NOT NULL THEN 'pending' WHEN delivered_at IS NOT NULL THEN 'delivered' ELSE 'failed' END,
        due_at = now() + coalesce(${waitMs}::float8, 0) * interval '1 millisecond'
      WHERE id = ${claimed.id} AND created_at = ${claimed.createdAt} AND state = 'pending' AND is_claimed AND attempt_count = ${claimed.tries} RETURNING webhook_id
    ), w AS (
      UPDATE webhook w SET failing_since = coalesce(w.failing_since, now()), enabled = NOT ${isGone},
        disabled_reason = CASE WHEN ${isGone} THEN ${gone} END
      FROM d WHERE w.id = d.webhook_id AND w.enabled AND (w.failing_since IS NULL OR ${isGone})
      RETURNING w.*
    ), gone AS (SELECT * FROM w WHERE NOT enabled)
    ${warnOfDisabled(Prisma.sql`gone`, "gone")}`);
}

/** Ends the deliveries whose last attempt died with its mailer. One that somebody holds is for the next round. */
export const failAbandoned = (db: Database): Promise<number> => db.$executeRaw`
  UPDATE webhook_delivery SET is_claimed = false, once = false, state = CASE WHEN delivered_at IS NULL THEN 'failed' ELSE 'delivered' END
  WHERE (id, created_at) IN (SELECT id, created_at FROM webhook_delivery WHERE ${isAbandoned} FOR NO KEY UPDATE SKIP LOCKED) AND ${isAbandoned}`;

const isAbandoned = Prisma.sql`is_claimed AND state = 'pending' AND due_at <= now() AND (once OR attempt_count >= ${maxWebhookTries})`;

const isFailingLong = Prisma.sql`enabled AND failing_since < now() - ${webhookPatienceDays} * interval '1 day'`;

/**
 * Disables the endpoints without a success for too long, and tells their accounts. One that somebody holds is for the next round. Gives how
 * many accounts.
 */
export const disableFailing = (db: Database): Promise<number> => db.$executeRaw`
  WITH failing AS (
    UPDATE webhook SET enabled = false, disabled_reason = ${failing}
    WHERE id IN (SELECT id FROM webhook WHERE ${isFailingLong} FOR NO KEY UPDATE SKIP LOCKED) AND ${isFailingLong} RETURNING *
  )
  ${warnOfDisabled(Prisma.sql`failing`, "failing")}`;
