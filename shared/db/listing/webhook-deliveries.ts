import type { Tenant } from "../../domain/tenant.js";
import { isKept } from "../fragments/kept-deliveries.js";
import { inScope } from "../fragments/scope.js";
import { Prisma } from "../generated/client.js";
import type { Database } from "../pool/database.js";
import { isoInstant } from "../sql/raw-sql.js";
import { type Listing, type SelectedPage, selectPage, toCondition, toStatement } from "./listing.js";

/** The last attempt while a mailer has it in hand. Its end is written over what stands there until then: nothing went wrong yet. */
const isUnderWay = Prisma.sql`
  v.is_claimed AND v.state = 'pending' AND v.due_at > now() AND a.place = jsonb_array_length(v.attempts) AND a.value ->> 'ms' IS NULL`;

const error = Prisma.sql`
  CASE WHEN ${isUnderWay} THEN NULL ELSE a.value -> 'error' END`;

const members = (withAnswer: boolean) => Prisma.sql`
  'id', v.id, 'eventId', v.event_id, 'type', v.type, 'state', v.state,
  'attempts', (SELECT coalesce(json_agg(json_build_object('at', a.value -> 'at', 'status', a.value -> 'status', 'ms', a.value -> 'ms',
    'error', ${error}${withAnswer ? Prisma.sql`, 'answer', a.value -> 'answer'` : Prisma.empty}) ORDER BY a.place), '[]')
    FROM jsonb_array_elements(v.attempts) WITH ORDINALITY AS a(value, place)),
  'nextAttempt', CASE WHEN v.state = 'pending' AND NOT v.is_claimed AND EXISTS (SELECT FROM webhook w WHERE w.id = v.webhook_id AND w.enabled)
    THEN ${Prisma.raw(isoInstant("v.due_at"))} END,
  'created', ${Prisma.raw(isoInstant("v.created_at"))}`;

const ofWebhook = (scope: Tenant, webhookId: number, alias: string) =>
  Prisma.sql`${inScope(scope, alias)} AND ${Prisma.raw(alias)}.webhook_id = ${webhookId} AND ${isKept(alias)}`;

/** The deliveries of a webhook, as long as they are kept. Source: api/README.md, "Webhooks". */
export function listDeliveries(
  db: Database,
  scope: Tenant,
  webhookId: number,
  listing: Listing,
): Promise<SelectedPage> {
  const own = ofWebhook(scope, webhookId, "l");
  const statement = toStatement(listing, {
    table: Prisma.sql`webhook_delivery`,
    scope: own,
    row: Prisma.sql`json_build_object(${members(false)})::text`,
    total: Prisma.sql`(SELECT count(*) FROM webhook_delivery l WHERE ${own} AND ${toCondition(listing.filters, "l")})`,
  });
  return selectPage(db, statement);
}

/** One delivery with what was answered, and what was sent, as texts of JSON objects. Undefined when there is none. */
export async function findDelivery(
  db: Database,
  scope: Tenant,
  webhookId: number,
  id: number,
): Promise<{ row: string; payload: string } | undefined> {
  const [delivery] = await db.$queryRaw<{ row: string; payload: string }[]>`
    SELECT json_build_object(${members(true)})::text AS row, v.body::json::text AS payload
    FROM webhook_delivery v WHERE ${ofWebhook(scope, webhookId, "v")} AND v.id = ${id}`;
  return delivery;
}
