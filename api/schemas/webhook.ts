import { z } from "@hono/zod-openapi";
import { webhookEvents } from "../../shared/domain/webhook-events.js";
import { sayUrlProblem, webhookUrlProblem } from "../../shared/domain/webhook-url.js";
import { body } from "./body.js";
import { asMessage } from "./says.js";
import { text } from "./text.js";

const instant = z.iso.datetime();

const wantedEvents = ["*", ...webhookEvents] as const;

const fields = (allowPrivate: boolean) => ({
  url: z
    .string()
    .superRefine((url, c) => {
      const problem = webhookUrlProblem(url, allowPrivate);
      if (problem) c.addIssue({ code: "custom", message: asMessage(sayUrlProblem(problem)) });
    })
    .openapi({
      type: "string",
      format: "uri",
      description: "Where events are posted to.",
      example: "https://example.com/talonario",
    }),
  events: z
    .array(z.enum(wantedEvents))
    .min(1)
    .transform((given) => wantedEvents.filter((event) => given.includes(event)))
    .openapi({
      type: "array",
      items: { type: "string", enum: [...wantedEvents] },
      description: "The types of events that it is told; * is all of them.",
      example: ["invoice.issued", "invoice.settled"],
    }),
  description: text(500).nullable().openapi({ description: "Your own words for it.", example: "Our shop" }),
});

/** Whether http and hosts that are not public are allowed is a setting. */
export const newWebhook = (allowPrivate: boolean) => {
  const { url, events, description } = fields(allowPrivate);
  return z.object({ url, events: events.default(["*"]), description: description.default(null) }).openapi("NewWebhook");
};

export const webhookChanges = (allowPrivate: boolean) => {
  const { url, events, description } = fields(allowPrivate);
  return body("WebhookChanges", {
    url: url.exactOptional(),
    events: events.exactOptional(),
    description: description.exactOptional(),
    enabled: z.boolean().exactOptional().openapi({
      description: "False: nothing is recorded for it. True: also clears disabledReason.",
      example: true,
    }),
  });
};

const shown = {
  id: z.int(),
  url: z.string().openapi({ description: "Where events are posted to.", example: "https://example.com/talonario" }),
  events: z.array(z.enum(wantedEvents)).openapi({
    description: "The types of events that it is told; * is all of them.",
    example: ["invoice.issued", "invoice.settled"],
  }),
  description: z.string().nullable().openapi({ description: "Your own words for it.", example: "Our shop" }),
  enabled: z.boolean().openapi({ description: "While it is false, nothing is recorded for it.", example: true }),
  disabledReason: z.string().nullable().openapi({
    description: "Why the service disabled it; null when it did not.",
    example: "No delivery has succeeded for 5 days.",
  }),
  created: instant,
};

export const webhook = z.object(shown).openapi("Webhook");

const secret = z.string().openapi({
  description: "Signs what is sent to the endpoint; shown only this once.",
  example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=",
});

export const webhookMade = z.object({ ...shown, secret }).openapi("WebhookMade");

export const webhookSecret = z.object({ secret }).openapi("WebhookSecret");

const attemptWords = { description: "How often it was tried, and how that ended; the latest last." };

const attemptFields = {
  at: instant.openapi({ description: "When the attempt began.", example: "2026-11-21T14:03:11.120Z" }),
  status: z.int().nullable().openapi({ description: "The status of the answer; null without one.", example: 200 }),
  ms: z.int().nullable().openapi({ description: "How long it took, in milliseconds.", example: 85 }),
  error: z
    .string()
    .nullable()
    .openapi({ description: "Why there was no answer, or what was wrong with it.", example: "connection refused" }),
};

const deliveryFields = {
  id: z.int(),
  eventId: z.string().openapi({
    description: "The event's id: the header webhook-id, the same at every attempt and endpoint.",
    example: "evt_4f0c1d5e6a7b48c9a0b1c2d3e4f50617",
  }),
  type: z.enum(webhookEvents).openapi({ description: "The type of the event.", example: "invoice.issued" }),
  state: z
    .enum(["pending", "delivered", "failed"])
    .openapi({ description: "What became of it so far.", example: "delivered" }),
  nextAttempt: instant.nullable().openapi({
    description: "When it is tried next; null when it is not, or is being tried.",
    example: "2026-11-21T14:08:11.120Z",
  }),
  created: instant,
};

export const webhookDelivery = z
  .object({ ...deliveryFields, attempts: z.array(z.object(attemptFields)).openapi(attemptWords) })
  .openapi("WebhookDelivery");

export const webhookDeliveryDetails = z
  .object({
    ...deliveryFields,
    attempts: z
      .array(
        z.object({
          ...attemptFields,
          answer: z.string().nullable().openapi({ description: "The first 1 KiB of the answer.", example: "ok" }),
        }),
      )
      .openapi(attemptWords),
    payload: z
      .object({
        type: z.enum(webhookEvents).openapi({ description: "The type of the event.", example: "invoice.issued" }),
        timestamp: instant.openapi({ description: "When it happened.", example: "2026-11-21T14:03:11.120Z" }),
        data: z.record(z.string(), z.unknown()).openapi({ description: "What happened; depends on the type." }),
      })
      .openapi({ description: "What is sent." }),
  })
  .openapi("WebhookDeliveryDetails");

export const webhookTested = z.object({
  deliveryId: z.int().openapi({ description: "The delivery of the ping.", example: 1 }),
});
