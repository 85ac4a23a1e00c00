import { decimal } from "../spanish/formats.js";
import type { Delivery } from "./webhook.js";

type Attempt = Delivery["attempts"][number];

/** How an attempt went: "200 en 85 ms", "rechazó la conexión". */
export function attemptInSpanish({ status, ms, error }: Attempt): string {
  if (status === null) return error ?? "sin respuesta";
  return `${status} en ${decimal(ms ?? 0)} ms${error ? `: ${error}` : ""}`;
}
