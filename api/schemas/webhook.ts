import { z } from "@hono/zod-openapi";
import { webhookEvents } from "../../shared/domain/webhook-events.js";
import { sayUrlProblem, webhookUrlProblem } from "../../shared/domain/webhook-url.js";
import { body } from "./body.js";
import { field, like, part } from "./field.js";
import { asMessage } from "./says.js";
import { created, id, instant } from "./shown.js";
import { text } from "./text.js";

const wantedEvents = ["*", ...webhookEvents] as const;

const url = field(z.string(), {
  says: "Where events are posted to.",
  example: "https://example.com/talonario",
  label: "Dirección",
});
const events = field(z.array(z.enum(wantedEvents)), {
  says: "The types of events that it is told; * is all of them.",
  example: ["invoice.issued", "invoice.settled"],
  label: "Eventos",
});
const description = field(text(500).nullable(), {
  says: "Your own words for it.",
  example: "Our shop",
  label: "Descripción",
});
const enabled = field(z.boolean(), {
  says: "While it is false, nothing is recorded for it.",
  example: true,
  label: "Habilitado",
});

const wanted = (allowPrivate: boolean) => ({
  url: like(
    url,
    url
      .superRefine((url, c) => {
        const problem = webhookUrlProblem(url, allowPrivate);
        if (problem) c.addIssue({ code: "custom", message: asMessage(sayUrlProblem(problem)) });
      })
      .openapi({ type: "string", format: "uri" }),
  ),
  events: like(
    events,
    events
      .min(1)
      .transform((given) => wantedEvents.filter((event) => given.includes(event)))
      .openapi({ type: "array", items: { type: "string", enum: [...wantedEvents] } }),
  ),
  description,
});

/** Whether http and hosts that are not public are allowed is a setting. */
export const newWebhook = (allowPrivate: boolean) => {
  const { url, events, description } = wanted(allowPrivate);
  return z.object({ url, events: events.default(["*"]), description: description.default(null) }).openapi("NewWebhook");
};

export const webhookChanges = (allowPrivate: boolean) =>
  body("WebhookChanges", {
    ...z.object(wanted(allowPrivate)).exactPartial().shape,
    enabled: like(enabled, enabled, {
      says: "False: nothing is recorded for it. True: also clears disabledReason.",
    }).exactOptional(),
  });

const shown = {
  id,
  url,
  events,
  description,
  enabled,
  disabledReason: field(z.string().nullable(), {
    says: "Why the service disabled it; null when it did not.",
    example: "No delivery has succeeded for 5 days.",
    label: "Motivo de la desactivación",
  }),
  created,
};

export const webhook = part("Webhook", shown);

const secret = field(z.string(), {
  says: "Signs what is sent to the endpoint; shown only this once.",
  example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=",
});

export const webhookMade = part("WebhookMade", { ...shown, secret });

export const webhookSecret = part("WebhookSecret", { secret });

const type = field(z.enum(webhookEvents), { says: "The type of the event.", example: "invoice.issued" });

const attempt = {
  at: field(instant, { says: "When the attempt began.", example: "2026-11-21T14:03:11.120Z" }),
  status: field(z.int().nullable(), { says: "The status of the answer; null without one.", example: 200 }),
  ms: field(z.int().nullable(), { says: "How long it took, in milliseconds.", example: 85 }),
  error: field(z.string().nullable(), {
    says: "Why there was no answer, or what was wrong with it.",
    example: "connection refused",
  }),
};
const answer = field(z.string().nullable(), { says: "The first 1 KiB of the answer.", example: "ok" });

const attempts = <Shape extends z.ZodRawShape>(shape: Shape) =>
  field(z.array(z.object(shape)), { says: "How often it was tried, and how that ended; the latest last." });

const delivery = {
  id,
  eventId: field(z.string(), {
    says: "The event's id: the header webhook-id, the same at every attempt and endpoint.",
    example: "evt_4f0c1d5e6a7b48c9a0b1c2d3e4f50617",
  }),
  type,
  state: field(z.enum(["pending", "delivered", "failed"]), {
    says: "What became of it so far.",
    example: "delivered",
  }),
  nextAttempt: field(instant.nullable(), {
    says: "When it is tried next; null when it is not, or is being tried.",
    example: "2026-11-21T14:08:11.120Z",
  }),
  created,
};

export const webhookDelivery = part("WebhookDelivery", { ...delivery, attempts: attempts(attempt) });

export const webhookDeliveryDetails = part("WebhookDeliveryDetails", {
  ...delivery,
  attempts: attempts({ ...attempt, answer }),
  payload: field(
    z.object({
      type,
      timestamp: field(instant, { says: "When it happened.", example: "2026-11-21T14:03:11.120Z" }),
      data: field(z.record(z.string(), z.unknown()), { says: "What happened; depends on the type." }),
    }),
    { says: "What is sent." },
  ),
});

export const webhookTested = z.object({
  deliveryId: field(z.int(), { says: "The delivery of the ping.", example: 1 }),
});
