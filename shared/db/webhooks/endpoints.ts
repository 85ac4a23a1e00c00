import type { DisabledReason } from "../../domain/delivery-failure.js";
import type { Tenant } from "../../domain/tenant.js";
import { countRows } from "../fragments/count-rows.js";
import { inScope } from "../fragments/scope.js";
import { Prisma } from "../generated/client.js";
import type { Transaction } from "../pool/database.js";
import { type ListPage, toPage } from "../sql/list-page.js";

/** An endpoint of a company in one environment, as it is shown. */
export interface Webhook {
  id: number;
  url: string;
  /** Types of events; "*" is all of them. */
  events: string[];
  description: string | null;
  enabled: boolean;
  /** Why the service disabled it; null when it did not. */
  disabledReason: DisabledReason | null;
  created: string;
}

export type WebhookFields = Pick<Webhook, "url" | "events" | "description">;
export type WebhookChanges = Partial<WebhookFields & Pick<Webhook, "enabled">>;

type WebhookRow = Omit<Webhook, "created"> & { createdAt: Date };

const columns = Prisma.sql`
  w.id, w.url, w.events, w.description, w.enabled, w.disabled_reason AS "disabledReason", w.created_at AS "createdAt"`;

const toWebhook = ({ createdAt, ...row }: WebhookRow): Webhook => ({ ...row, created: createdAt.toISOString() });

/** Listeners of the command line are nobody's configuration. */
const isConfigured = (tenant: Tenant) => Prisma.sql`${inScope(tenant, "w")} AND w.listening_until IS NULL`;

/** The endpoints of one environment, the oldest first. Without a page, all of them. */
export async function listWebhooks(tx: Transaction, tenant: Tenant, page?: ListPage): Promise<Webhook[]> {
  const rows = await tx.$queryRaw<WebhookRow[]>`
    SELECT ${columns} FROM webhook w WHERE ${isConfigured(tenant)} ORDER BY w.id ${toPage(page)}`;
  return rows.map(toWebhook);
}

export const countWebhooks = (tx: Transaction, tenant: Tenant): Promise<number> =>
  countRows(tx, Prisma.sql`webhook w WHERE ${isConfigured(tenant)}`);

export async function findWebhook(tx: Transaction, tenant: Tenant, id: number): Promise<Webhook | undefined> {
  const [row] = await tx.$queryRaw<WebhookRow[]>`
    SELECT ${columns} FROM webhook w WHERE w.id = ${id} AND ${isConfigured(tenant)}`;
  return row && toWebhook(row);
}

export async function insertWebhook(
  tx: Transaction,
  { companyId, production }: Tenant,
  { url, events, description }: WebhookFields,
): Promise<Webhook> {
  const [row] = await tx.$queryRaw<[WebhookRow]>`
    INSERT INTO webhook AS w (company_id, production, url, events, description)
    VALUES (${companyId}, ${production}, ${url}, ${events}::text[], ${description}) RETURNING ${columns}`;
  return toWebhook(row);
}

/** Changes an endpoint. One that is enabled, or gets another address, has its whole time to succeed again. */
export async function updateWebhook(
  tx: Transaction,
  tenant: Tenant,
  id: number,
  { url, events, description, enabled }: WebhookChanges,
): Promise<Webhook> {
  const isFresh = enabled === true || url !== undefined;
  const [row] = await tx.$queryRaw<[WebhookRow]>`
    UPDATE webhook w SET url = coalesce(${url ?? null}, w.url), events = coalesce(${events ?? null}::text[], w.events),
      description = CASE WHEN ${description === undefined}::boolean THEN w.description ELSE ${description ?? null}::text END,
      enabled = coalesce(${enabled ?? null}, w.enabled), failing_since = CASE WHEN ${isFresh}::boolean THEN NULL ELSE w.failing_since END,
      disabled_reason = CASE WHEN ${enabled === true}::boolean THEN NULL ELSE w.disabled_reason END
    WHERE w.id = ${id} AND ${inScope(tenant, "w")} RETURNING ${columns}`;
  return toWebhook(row);
}

/** Leaves its deliveries to the purge: there may be many. */
export async function deleteWebhook(tx: Transaction, { companyId, production }: Tenant, id: number): Promise<void> {
  await tx.$queryRaw`SELECT public.delete_webhook(${companyId}::int, ${production}, ${id}::int)::text`;
}
