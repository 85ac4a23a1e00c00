import type { z } from "@hono/zod-openapi";
import {
  type webhook,
  webhookChanges,
  type webhookDelivery,
  type webhookDeliveryDetails,
  type webhookMade,
} from "../../schemas/webhook.js";
import { type Form, texts } from "../frame/form.js";
import { formOf } from "../settings/form-of.js";

export type ListedWebhook = z.infer<typeof webhook>;
export type CreatedWebhook = z.infer<typeof webhookMade>;
export type WebhookDelivery = z.infer<typeof webhookDelivery>;
export type DeliveryDetails = z.infer<typeof webhookDeliveryDetails>;

export const form = formOf(webhookChanges(false), ["url", "description"]);

/** Values of the form of a webhook, as they are shown and sent. */
export interface WebhookValues {
  plain: ReturnType<typeof form.read>;
  /** "*" is all of them. */
  events: string[];
}

export const noValues: WebhookValues = { plain: form.of({}), events: ["*"] };

export const valuesOf = (webhook: ListedWebhook): WebhookValues => ({
  plain: form.of(webhook),
  events: webhook.events,
});

export const readValues = (sent: Form): WebhookValues => ({ plain: form.read(sent), events: texts(sent, "events") });

/** The body for the API. All events are all, whatever else is ticked. */
export const bodyOf = ({ plain, events }: WebhookValues) => ({
  ...form.body(plain),
  events: events.includes("*") ? ["*"] : events,
});
