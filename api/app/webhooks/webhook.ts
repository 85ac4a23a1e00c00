import type { z } from "@hono/zod-openapi";
import type { webhook, webhookDelivery, webhookDeliveryDetails, webhookMade } from "../../schemas/webhook.js";
import { type Form, text, texts } from "../frame/form.js";

export type Webhook = z.infer<typeof webhook>;
export type WebhookMade = z.infer<typeof webhookMade>;
export type Delivery = z.infer<typeof webhookDelivery>;
export type DeliveryDetails = z.infer<typeof webhookDeliveryDetails>;

/** What a form of a webhook shows and sends. */
export interface Values {
  url: string;
  description: string;
  /** "*" is all of them. */
  events: string[];
}

export const noValues: Values = { url: "", description: "", events: ["*"] };

export const valuesOf = ({ url, description, events }: Webhook): Values => ({
  url,
  description: description ?? "",
  events,
});

export const readValues = (form: Form): Values => ({
  url: text(form, "url"),
  description: text(form, "description"),
  events: texts(form, "events"),
});

/** The body for the API. All events are all, whatever else is ticked. */
export const bodyOf = ({ url, description, events }: Values) => ({
  url,
  description: description || null,
  events: events.includes("*") ? ["*"] : events,
});
