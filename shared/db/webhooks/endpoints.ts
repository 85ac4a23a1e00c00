import type { DisabledReason } from "../../domain/delivery-failure.js";
import type { Tenant } from "../../domain/tenant.js";
import type { Transaction } from "../database.js";
import { type ListPage, toPrismaPage } from "../list-page.js";

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

interface WebhookRow extends Omit<Webhook, "created" | "disabledReason"> {
  disabledReason: string | null;
  createdAt: Date;
}

const toWebhook = ({ id, url, events, description, enabled, disabledReason, createdAt }: WebhookRow): Webhook => ({
  id,
  url,
  events,
  description,
  enabled,
  disabledReason: disabledReason as DisabledReason | null,
  created: createdAt.toISOString(),
});

/** Listeners of the command line are nobody's configuration. */
const inTenant = ({ companyId, production }: Tenant) => ({ companyId, production, listeningUntil: null });

/** The endpoints of one environment, the oldest first. Without a page, all of them. */
export async function listWebhooks(tx: Transaction, tenant: Tenant, page?: ListPage): Promise<Webhook[]> {
  const rows = await tx.webhook.findMany({ where: inTenant(tenant), orderBy: { id: "asc" }, ...toPrismaPage(page) });
  return rows.map(toWebhook);
}

export const countWebhooks = (tx: Transaction, tenant: Tenant): Promise<number> =>
  tx.webhook.count({ where: inTenant(tenant) });

export async function findWebhook(tx: Transaction, tenant: Tenant, id: number): Promise<Webhook | undefined> {
  const row = await tx.webhook.findFirst({ where: { ...inTenant(tenant), id } });
  return row ? toWebhook(row) : undefined;
}

export async function insertWebhook(
  tx: Transaction,
  { companyId, production }: Tenant,
  fields: WebhookFields,
): Promise<Webhook> {
  return toWebhook(await tx.webhook.create({ data: { companyId, production, ...fields } }));
}

/** Changes an endpoint. One that is enabled, or gets another address, has its whole time to succeed again. */
export async function updateWebhook(
  tx: Transaction,
  { companyId, production }: Tenant,
  id: number,
  changes: WebhookChanges,
): Promise<Webhook> {
  const isFresh = changes.enabled === true || changes.url !== undefined;
  const data = {
    ...changes,
    ...(isFresh && { failingSince: null }),
    ...(changes.enabled === true && { disabledReason: null }),
  };
  return toWebhook(await tx.webhook.update({ where: { id, companyId, production }, data }));
}

/** Its deliveries are left to the purge: there may be many. */
export async function deleteWebhook(tx: Transaction, { companyId, production }: Tenant, id: number): Promise<void> {
  await tx.$queryRaw`SELECT public.delete_webhook(${companyId}::int, ${production}, ${id}::int)::text`;
}
