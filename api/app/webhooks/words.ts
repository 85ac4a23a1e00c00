import { decimal, instant } from "../spanish/formats.js";
import type { Delivery, Webhook } from "./webhook.js";

type Attempt = Delivery["attempts"][number];

const reasons: [english: RegExp, spanish: string][] = [
  [/^The endpoint answered 410/, "Respondió 410 (Gone): dijo que no quiere recibir más."],
  [/^No delivery has succeeded for/, "Ninguna entrega funcionó durante 5 días."],
];

/** Why the service itself disabled it. */
export const disabledReasonInSpanish = ({ disabledReason }: Pick<Webhook, "disabledReason">): string =>
  reasons.find(([english]) => english.test(disabledReason ?? ""))?.[1] ?? disabledReason ?? "";

/** What the mailer says of an attempt without an answer. Source: mailer/webhooks/describe-failure.ts and post-webhook.ts. */
const failures: [english: RegExp, spanish: string][] = [
  [/^connection refused/, "rechazó la conexión"],
  // The last two were said before, and attempts are kept for 30 days.
  [
    /^the (host has no public|name of the host|address .* is not public)/,
    "su nombre no lleva a una dirección pública de internet",
  ],
  [/^the host cannot be reached/, "no se puede llegar al servidor"],
  [/^(the connection )?timed out/, "no respondió a tiempo (15 segundos)"],
  [/^the certificate is not valid today/, "su certificado TLS está vencido"],
  [/^the certificate is of another name/, "su certificado TLS es de otro nombre"],
  [/^the certificate is not trusted/, "su certificado TLS no es de una autoridad reconocida"],
  [/^no TLS connection could be made/, "no se pudo hacer una conexión TLS"],
  [/^the headers of the answer are too long/, "los encabezados de su respuesta son demasiado largos"],
  [/^the answer is not HTTP/, "su respuesta no es HTTP"],
  [/^the connection was closed before the answer/, "cortó la conexión antes de responder"],
  [/^redirects are not followed/, "respondió con una redirección, y no las seguimos"],
  [/public/, "su dirección no es pública de internet"],
];

/** How an attempt went: "200 en 85 ms", "rechazó la conexión". */
export function attemptInSpanish({ at, status, ms, error }: Attempt): string {
  if (error?.startsWith("under way")) return `en curso desde el ${instant(at)}`;
  const failure = error === null ? "" : (failures.find(([english]) => english.test(error))?.[1] ?? error);
  if (status === null) return failure || "sin respuesta";
  return `${status} en ${decimal(ms ?? 0)} ms${failure && `: ${failure}`}`;
}
