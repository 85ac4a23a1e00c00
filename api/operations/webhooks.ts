import { writeAudited } from "../../shared/db/company/audit-entries.js";
import type { Database } from "../../shared/db/pool/database.js";
import { recordPing, retryDelivery } from "../../shared/db/webhooks/asked-deliveries.js";
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  updateWebhook,
  type Webhook,
  type WebhookChanges,
  type WebhookFields,
} from "../../shared/db/webhooks/endpoints.js";
import { addWebhookSecret, findWebhookKey } from "../../shared/db/webhooks/secrets.js";
import { changesBetween } from "../../shared/domain/changes.js";
import { createSealer, type Sealer } from "../../shared/sealing/sealer.js";
import { newWebhookSecret } from "../../shared/webhooks/sign.js";
import { businessFault, notFound } from "../http/errors.js";
import { refuseExcessWebhook } from "./company-limits.js";
import type { Operator } from "./operator.js";

export const noWebhook = (id: number) =>
  notFound({
    en: `There is no webhook ${id} in this environment.`,
    es: `El webhook ${id} no está en este ambiente: fijate en el otro.`,
    app: "Ese webhook no está en este ambiente: fijate en el otro.",
  });
export const noDelivery = (id: number) =>
  notFound({
    en: `There is no delivery ${id} of this webhook.`,
    es: `La entrega ${id} de este webhook no está: las de más de 30 días se borran.`,
    app: "Esa entrega ya no está: las de más de 30 días se borran.",
  });

/** Secrets are sealed to the mailers' key, which they tell in the database. @throws ApiError 400 when they never had one */
async function openWebhookSealer(db: Database): Promise<Sealer> {
  const key = await findWebhookKey(db);
  if (!key)
    throw businessFault({
      en: "Webhooks are not set up on this service: its operator gives the mailers a WEBHOOK_KEY.",
      es: "Este servicio no tiene webhooks configurados: pedíselo a quien lo opera.",
    });
  return createSealer(key.publicKey);
}

/** Adds an endpoint. Its secret is returned only here. @throws ApiError 400 when the environment has the most that are allowed */
export async function addWebhook(operator: Operator, fields: WebhookFields): Promise<Webhook & { secret: string }> {
  const sealer = await openWebhookSealer(operator.db);
  return writeAudited(operator, async (tx) => {
    await refuseExcessWebhook(tx, operator);
    const webhook = await insertWebhook(tx, operator, fields);
    const secret = newWebhookSecret();
    await addWebhookSecret(tx, sealer, webhook.id, secret);
    const { id, created: _, disabledReason: __, ...after } = webhook;
    return { result: { ...webhook, secret }, record: { action: "webhook.create", resourceId: `${id}`, after } };
  });
}

export function changeWebhook(operator: Operator, id: number, changes: WebhookChanges): Promise<Webhook> {
  return writeAudited(operator, async (tx) => {
    const before = await findWebhook(tx, operator, id);
    if (!before) throw noWebhook(id);
    const result = await updateWebhook(tx, operator, id, changes);
    const changed = changesBetween(before, result);
    return { result, record: changed && { action: "webhook.update", resourceId: `${id}`, ...changed } };
  });
}

export async function removeWebhook(operator: Operator, id: number): Promise<void> {
  await writeAudited(operator, async (tx) => {
    const webhook = await findWebhook(tx, operator, id);
    if (!webhook) throw noWebhook(id);
    await deleteWebhook(tx, operator, id);
    const { url, events, description, enabled } = webhook;
    const before = { url, events, description, enabled };
    return { result: undefined, record: { action: "webhook.delete", resourceId: `${id}`, before } };
  });
}

/** A new secret. For a day the one before it signs as well. */
export async function rotateWebhookSecret(operator: Operator, id: number): Promise<string> {
  const sealer = await openWebhookSealer(operator.db);
  return writeAudited(operator, async (tx) => {
    if (!(await findWebhook(tx, operator, id))) throw noWebhook(id);
    const result = newWebhookSecret();
    await addWebhookSecret(tx, sealer, id, result);
    return { result, record: { action: "webhook.secret", resourceId: `${id}` } };
  });
}

/** Sends a ping. Gives the delivery's id. @throws ApiError 404; 400 while the endpoint is disabled */
export function testWebhook(operator: Operator, id: number, nowMs: number): Promise<number> {
  return operator.db.$transaction(async (tx) => {
    refuseDisabled(await findWebhook(tx, operator, id), id);
    return recordPing(tx, operator, id, new Date(nowMs));
  });
}

/** Tries a delivery once more, now. @throws ApiError 404; 400 while the endpoint is disabled */
export function retryWebhook(operator: Operator, id: number, deliveryId: number): Promise<void> {
  return operator.db.$transaction(async (tx) => {
    const webhook = await findWebhook(tx, operator, id);
    if (!webhook) throw noWebhook(id);
    if (!(await retryDelivery(tx, operator, id, deliveryId))) throw noDelivery(deliveryId);
    refuseDisabled(webhook, id);
  });
}

function refuseDisabled(webhook: Webhook | undefined, id: number): void {
  if (!webhook) throw noWebhook(id);
  if (!webhook.enabled)
    throw businessFault({
      en: `Webhook ${id} is disabled: enable it first, with {"enabled": true}.`,
      es: `El webhook ${id} está deshabilitado: primero habilitalo, con {"enabled": true}.`,
      app: "El webhook está deshabilitado: primero habilitalo.",
    });
}
