import { decimal, instant } from "../spanish/formats.js";
import type { WebhookDelivery } from "./webhook.js";

type DeliveryAttempt = WebhookDelivery["attempts"][number];

/** How an attempt went: "200 en 85 ms", "rechazó la conexión"; of one without an end and without an error, since when it is made. */
export function attemptInSpanish({ at, status, ms, error }: DeliveryAttempt): string {
  if (ms === null && error === null) return `en curso desde el ${instant(at)}`;
  if (status === null) return error ?? "sin respuesta";
  return `${status} en ${decimal(ms ?? 0)} ms${error ? `: ${error}` : ""}`;
}
