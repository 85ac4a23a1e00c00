import type { LocalizedText } from "./localized-text.js";
import { decimal } from "./spanish.js";
import { webhookPatienceDays } from "./webhook-retries.js";
import { sayUrlProblem, type UrlProblem } from "./webhook-url.js";

/** Why an attempt to deliver brought no answer, or what was wrong with it. Kept with the attempt, and said to who asks. */
export type DeliveryFailure =
  | { why: keyof typeof plain }
  | { why: "timedOut"; seconds: number }
  /** A code of Node, OpenSSL, c-ares or undici that nothing more is known of. */
  | { why: "code"; code: string }
  | { why: "badAddress"; problem: UrlProblem };

/** A person reads them behind the words of the attempt, so they begin small. */
const plain = {
  refused: { en: "connection refused", es: "El servidor rechazó la conexión.", app: "rechazó la conexión" },
  notPublic: {
    en: "the host has no public address",
    es: "Ese servidor no tiene una dirección pública de internet: revisá el nombre.",
    app: "su nombre no lleva a una dirección pública de internet",
  },
  unreachable: {
    en: "the host cannot be reached",
    es: "No se llega al servidor.",
    app: "no se puede llegar al servidor",
  },
  notConnected: {
    en: "the connection timed out",
    es: "El servidor no contestó la conexión.",
    app: "no respondió a tiempo (15 segundos)",
  },
  expiredCertificate: {
    en: "the certificate is not valid today",
    es: "El certificado del servidor no está vigente.",
    app: "su certificado TLS está vencido",
  },
  otherCertificate: {
    en: "the certificate is of another name",
    es: "El certificado del servidor es de otro nombre.",
    app: "su certificado TLS es de otro nombre",
  },
  untrustedCertificate: {
    en: "the certificate is not trusted",
    es: "El certificado del servidor no es de confianza.",
    app: "su certificado TLS no es de una autoridad reconocida",
  },
  noTls: {
    en: "no TLS connection could be made",
    es: "No se pudo hacer una conexión segura.",
    app: "no se pudo hacer una conexión TLS",
  },
  longHeaders: {
    en: "the headers of the answer are too long",
    es: "La respuesta tiene encabezados demasiado largos.",
    app: "los encabezados de su respuesta son demasiado largos",
  },
  notHttp: { en: "the answer is not HTTP", es: "El servidor no responde HTTP.", app: "su respuesta no es HTTP" },
  cutOff: {
    en: "the connection was closed before the answer",
    es: "El servidor cortó la conexión antes de responder.",
    app: "cortó la conexión antes de responder",
  },
  redirected: {
    en: "redirects are not followed",
    es: "El servidor redirige a otra dirección: poné la definitiva.",
    app: "respondió con una redirección, y no las seguimos",
  },
  noAnswer: { en: "no answer", es: "No hubo respuesta.", app: "sin respuesta" },
  unseen: { en: "nobody saw how it ended", es: "No se sabe cómo terminó.", app: "no se sabe cómo terminó" },
} satisfies Record<string, LocalizedText>;

export function sayFailure(failure: DeliveryFailure): LocalizedText {
  switch (failure.why) {
    case "timedOut": {
      const { seconds } = failure;
      return {
        en: `timed out after ${seconds} s`,
        es: `El servidor tardó más de ${decimal(seconds)} segundos.`,
        app: `no respondió a tiempo (${decimal(seconds)} segundos)`,
      };
    }
    case "code":
      return {
        en: `the request failed (${failure.code})`,
        es: `El envío falló (${failure.code}).`,
        app: `el envío falló (${failure.code})`,
      };
    case "badAddress": {
      const { en, es } = sayUrlProblem(failure.problem);
      return {
        en: `the address of the webhook ${en}`,
        es: `La dirección del webhook ya no se acepta. ${es}`,
        app: "su dirección ya no se acepta: cambiala",
      };
    }
    default:
      return plain[failure.why];
  }
}

/** Why the service disabled an endpoint. */
export const disabledReasons = {
  gone: {
    en: "The endpoint answered 410 (Gone).",
    es: "Respondió 410 (Gone): dijo que no quiere recibir más.",
  },
  failing: {
    en: `No delivery has succeeded for ${webhookPatienceDays} days.`,
    es: `Ninguna entrega funcionó durante ${webhookPatienceDays} días.`,
  },
} satisfies Record<string, LocalizedText>;

export type DisabledReason = keyof typeof disabledReasons;
