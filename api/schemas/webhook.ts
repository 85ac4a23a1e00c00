import { z } from "@hono/zod-openapi";
import { webhookEvents } from "../../shared/domain/webhook-events.js";
import { sayUrlProblem, webhookUrlProblem } from "../../shared/domain/webhook-url.js";
import { body } from "./body.js";
import { field, like, part } from "./field.js";
import { asText } from "./says.js";
import { created, id, instant } from "./shown.js";
import { text } from "./text.js";

const wantedEvents = ["*", ...webhookEvents] as const;

const url = field(z.string(), {
  says: { en: "Where events are posted to.", es: "Adónde se envían los eventos." },
  example: "https://example.com/talonario",
  label: "Dirección",
});
const events = field(z.array(z.enum(wantedEvents)), {
  says: {
    en: "The types of events that it is told; * is all of them.",
    es: "Los tipos de eventos que se le avisan; * son todos.",
  },
  example: ["invoice.issued", "invoice.settled"],
  label: "Eventos",
});
const description = field(text(500).nullable(), {
  says: { en: "Your own words for it.", es: "Tus propias palabras para el webhook." },
  example: "Our shop",
  label: "Descripción",
});
const enabled = field(z.boolean(), {
  says: { en: "While it is false, nothing is recorded for it.", es: "Mientras es falso, no se le registra nada." },
  example: true,
  label: "Habilitado",
});

const wanted = (allowPrivate: boolean) => ({
  url: like(
    url,
    url
      .superRefine((url, c) => {
        const problem = webhookUrlProblem(url, allowPrivate);
        if (problem) c.addIssue({ code: "custom", message: asText(sayUrlProblem(problem)) });
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
      says: {
        en: "False: nothing is recorded for it. True: also clears disabledReason.",
        es: "Falso: no se le registra nada. Verdadero: además borra disabledReason.",
      },
    }).exactOptional(),
  });

const shown = {
  id,
  url,
  events,
  description,
  enabled,
  disabledReason: field(z.string().nullable(), {
    says: {
      en: "Why the service disabled it; null when it did not.",
      es: "Por qué lo deshabilitó el servicio; null si no lo hizo.",
    },
    example: "No delivery has succeeded for 5 days.",
    label: "Motivo de la desactivación",
  }),
  created,
};

export const webhook = part("Webhook", shown);

const secret = field(z.string(), {
  says: {
    en: "Signs what is sent to the endpoint; shown only this once.",
    es: "Firma lo que se envía a la dirección; se muestra solamente esta vez.",
  },
  example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=",
});

export const webhookMade = part("WebhookMade", { ...shown, secret });

export const webhookSecret = part("WebhookSecret", { secret });

const type = field(z.enum(webhookEvents), {
  says: { en: "The type of the event.", es: "El tipo del evento." },
  example: "invoice.issued",
});

const attempt = {
  at: field(instant, {
    says: { en: "When the attempt began.", es: "Cuándo empezó el intento." },
    example: "2026-11-21T14:03:11.120Z",
  }),
  status: field(z.int().nullable(), {
    says: { en: "The status of the answer; null without one.", es: "El estado de la respuesta; null si no hubo." },
    example: 200,
  }),
  ms: field(z.int().nullable(), {
    says: {
      en: "How long it took, in milliseconds; null while it is being made, and when nobody saw its end.",
      es: "Cuánto tardó, en milisegundos; null mientras está en curso, y cuando no se sabe cómo terminó.",
    },
    example: 85,
  }),
  error: field(z.string().nullable(), {
    says: {
      en: "Why there was no answer, or what was wrong with it; null while nothing went wrong.",
      es: "Por qué no hubo respuesta, o qué tenía de malo; null mientras nada falló.",
    },
    example: "connection refused",
  }),
};
const answer = field(z.string().nullable(), {
  says: { en: "The first 1 KiB of the answer.", es: "El primer KiB de la respuesta." },
  example: "ok",
});

const attempts = <Shape extends z.ZodRawShape>(shape: Shape) =>
  field(z.array(z.object(shape)), {
    says: {
      en: "How often it was tried, and how that ended; the latest last.",
      es: "Cuántas veces se intentó y cómo terminó cada vez; lo último, al final.",
    },
  });

const delivery = {
  id,
  eventId: field(z.string(), {
    says: {
      en: "The event's id: the header webhook-id, the same at every attempt and endpoint.",
      es: "El id del evento: el encabezado webhook-id, igual en cada intento y dirección.",
    },
    example: "evt_4f0c1d5e6a7b48c9a0b1c2d3e4f50617",
  }),
  type,
  state: field(z.enum(["pending", "delivered", "failed"]), {
    says: { en: "What became of it so far.", es: "Cómo va hasta ahora." },
    example: "delivered",
  }),
  nextAttempt: field(instant.nullable(), {
    says: {
      en: "When it is tried next; null when it is not, or is being tried.",
      es: "Cuándo es el próximo intento; null si no hay, o si se está intentando.",
    },
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
      timestamp: field(instant, {
        says: { en: "When it happened.", es: "Cuándo pasó." },
        example: "2026-11-21T14:03:11.120Z",
      }),
      data: field(z.record(z.string(), z.unknown()), {
        says: { en: "What happened; depends on the type.", es: "Lo que pasó; depende del tipo." },
      }),
    }),
    { says: { en: "What is sent.", es: "Lo que se envía." } },
  ),
});

export const webhookTested = z.object({
  deliveryId: field(z.int(), { says: { en: "The delivery of the ping.", es: "La entrega del ping." }, example: 1 }),
});
