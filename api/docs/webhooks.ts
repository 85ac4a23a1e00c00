import { z } from "@hono/zod-openapi";
import { deliveryFields } from "../../shared/db/listing/listed-fields.js";
import { webhookPatienceDays } from "../../shared/domain/webhook-retries.js";
import { companyLimits } from "../operations/company-limits.js";
import { list, success } from "../schemas/answers.js";
import {
  newWebhook,
  webhook,
  webhookChanges,
  webhookDelivery,
  webhookDeliveryDetails,
  webhookMade,
  webhookSecret,
  webhookTested,
} from "../schemas/webhook.js";
import { answer, describeIn } from "./describe.js";
import { listingQuery, matching, pageQuery } from "./listing-query.js";
import { idInPath, numberInPath } from "./number-in-path.js";

const describe = describeIn("Webhooks");
const id = numberInPath("id", { en: "The webhook's id.", es: "El id del webhook." });
const delivery = id.extend(idInPath("deliveryId", { en: "The delivery's id.", es: "El id de la entrega." }).shape);

/** The operations under `/webhooks`, as the OpenAPI document describes them. */
export const webhookDocs = [
  describe("GET /webhooks", "listWebhooks", {
    summary: { en: "List webhooks", es: "Listar webhooks" },
    description: {
      en: "Those of the environment, disabled ones too, the oldest first.",
      es: "Los del ambiente, también los deshabilitados, del más viejo al más nuevo.",
    },
    query: pageQuery(),
    answers: answer(200, list(webhook), {
      en: "Webhooks of the key's environment, the oldest first. `total` counts all.",
      es: "Los webhooks del ambiente de la clave, del más viejo al más nuevo. `total` los cuenta todos.",
    }),
  }),
  describe("POST /webhooks", "createWebhook", {
    summary: { en: "Add a webhook", es: "Agregar un webhook" },
    description: {
      en: `Tells an endpoint of yours what happens, signed as Standard Webhooks says. A company may have at most ${companyLimits.webhooks} webhooks in one environment. The address is https, without user name and password, and leads to a public address. An answer other than 2xx within 15 seconds is a failure, and tried again for three days. Without a success for ${webhookPatienceDays} days, or answered 410, the webhook is disabled.`,
      es: `Le avisa lo que pasa a una dirección tuya, con la firma de Standard Webhooks. Una empresa puede tener ${companyLimits.webhooks} webhooks como mucho en un ambiente. La dirección es https, sin usuario ni contraseña, y lleva a una dirección pública de internet. Si en 15 segundos no responde 2xx, falló, y se vuelve a intentar durante tres días. Si en ${webhookPatienceDays} días ninguna entrega sale bien, o si responde 410, el webhook se deshabilita.`,
    },
    body: newWebhook(false),
    answers: answer(201, success(webhookMade), {
      en: "The webhook. Its secret is shown only this once.",
      es: "El webhook. Su secreto se muestra solamente esta vez.",
    }),
  }),
  describe("GET /webhooks/{id}/deliveries", "listDeliveries", {
    summary: { en: "List deliveries", es: "Listar entregas" },
    description: {
      en: "What was recorded for the webhook in the last 30 days, and how its attempts went. Filters and ordering work as in the voucher listing.",
      es: "Lo que se registró para el webhook en los últimos 30 días, y cómo salieron sus intentos. Los filtros y el orden funcionan como en el listado de comprobantes.",
    },
    params: id,
    query: listingQuery(deliveryFields),
    answers: matching(webhookDelivery),
  }),
  describe("GET /webhooks/{id}/deliveries/{deliveryId}", "getDelivery", {
    summary: { en: "One delivery", es: "Una entrega" },
    description: {
      en: "With what is sent, and the beginning of every answer.",
      es: "Con lo que se envía, y el comienzo de cada respuesta.",
    },
    params: delivery,
    answers: answer(200, success(webhookDeliveryDetails), { en: "The delivery.", es: "La entrega." }),
  }),
  describe("POST /webhooks/{id}/deliveries/{deliveryId}/retry", "retryDelivery", {
    summary: { en: "Try a delivery once more", es: "Volver a intentar una entrega" },
    description: { en: "At once, whatever became of it before.", es: "En el acto, sin importar cómo terminó antes." },
    params: delivery,
    answers: answer(202, success(webhookDeliveryDetails), { en: "The delivery.", es: "La entrega." }),
  }),
  describe("POST /webhooks/{id}/secret", "rotateWebhookSecret", {
    summary: { en: "Rotate the secret", es: "Cambiar el secreto" },
    description: {
      en: "For 24 hours the secret before it signs as well: every message then carries two signatures. A second rotation drops the oldest.",
      es: "Por 24 horas también firma el secreto anterior: cada mensaje lleva entonces dos firmas. Un segundo cambio saca al más viejo.",
    },
    params: id,
    answers: answer(200, success(webhookSecret), {
      en: "The new secret, shown only this once.",
      es: "El secreto nuevo; se muestra solamente esta vez.",
    }),
  }),
  describe("POST /webhooks/{id}/test", "testWebhook", {
    summary: { en: "Send a ping", es: "Enviar un ping" },
    description: {
      en: "To this webhook alone, whatever events it wants.",
      es: "A este webhook solamente, sin importar qué eventos pide.",
    },
    params: id,
    answers: answer(202, success(webhookTested), {
      en: "The delivery to look at.",
      es: "La entrega que hay que mirar.",
    }),
  }),
  describe("GET /webhooks/{id}", "getWebhook", {
    summary: { en: "One webhook", es: "Un webhook" },
    description: {
      en: "By its id, with why it is disabled when it is. The secret is not shown again.",
      es: "Por su id, y si está deshabilitado, con el motivo. El secreto no se vuelve a mostrar.",
    },
    params: id,
    answers: answer(200, success(webhook), { en: "The webhook.", es: "El webhook." }),
  }),
  describe("PATCH /webhooks/{id}", "updateWebhook", {
    summary: { en: "Change a webhook", es: "Cambiar un webhook" },
    description: {
      en: "While it is disabled nothing is recorded for it; what was waiting goes on when it is enabled again.",
      es: "Mientras está deshabilitado no se le registra nada; lo que esperaba sigue cuando se vuelve a habilitar.",
    },
    params: id,
    body: webhookChanges(false),
    answers: answer(200, success(webhook), { en: "The webhook.", es: "El webhook." }),
  }),
  describe("DELETE /webhooks/{id}", "deleteWebhook", {
    summary: { en: "Delete a webhook", es: "Borrar un webhook" },
    description: {
      en: "Nothing more is sent to it, and its deliveries can no longer be read.",
      es: "No se le envía nada más, y sus entregas ya no se pueden leer.",
    },
    params: id,
    answers: answer(200, success(z.null()), { en: "Deleted.", es: "Borrado." }),
  }),
];
