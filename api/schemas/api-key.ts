import { z } from "@hono/zod-openapi";
import { scopes } from "../../shared/db/company/caller.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { body } from "./body.js";
import { field, like, part } from "./field.js";
import { says } from "./says.js";
import { created, id, instant } from "./shown.js";
import { requiredText } from "./text.js";

const noInstant: LocalizedText = {
  en: "must be an instant such as 2027-01-31T12:00:00Z",
  es: "Escribí una fecha y hora completas, como 2027-01-31T12:00:00Z.",
  app: "Escribí una fecha y hora completas.",
};
const impossibleInstant: LocalizedText = {
  en: "must be an instant that exists",
  es: "Elegí una fecha y hora que existan.",
};

const name = field(requiredText(100), {
  says: { en: "A name to recognise it by.", es: "Un nombre para reconocerla." },
  example: "Tienda online",
  label: "Nombre",
});

const keyScopes = field(z.array(z.enum(scopes)), {
  says: {
    en: "What the key may do. Default: the scopes of the calling key.",
    es: "Lo que la clave puede hacer. Si no viene, los permisos de la clave que llama.",
  },
  label: "Permisos",
});

const expires = field(instant.nullable(), {
  says: {
    en: "From then on the key is refused; null: it is valid until it is revoked.",
    es: "Desde entonces la clave se rechaza; null: vale hasta que se revoque.",
  },
  example: "2028-11-20T10:53:33.000Z",
  label: "Vencimiento",
});

export const newApiKey = body("NewApiKey", {
  name,
  scopes: like(
    keyScopes,
    keyScopes.min(1).transform((given) => scopes.filter((scope) => given.includes(scope))),
  ).exactOptional(),
  /** Null is the same as none. */
  expires: like(
    expires,
    z.iso
      .datetime({ offset: true, error: says(noInstant) })
      .transform((text) => new Date(text))
      .refine((instant) => !Number.isNaN(instant.getTime()), { error: says(impossibleInstant) })
      .nullable()
      .openapi({ type: ["string", "null"], format: "date-time" }),
  ).exactOptional(),
});

const shown = {
  id,
  name,
  prefix: field(z.string(), {
    says: { en: "The beginning of the key.", es: "El comienzo de la clave." },
    example: "TEST_TD1r",
    label: "Comienzo",
  }),
  scopes: keyScopes,
  created,
  expires,
};

export const apiKey = part("ApiKey", {
  ...shown,
  revoked: field(instant.nullable(), {
    says: { en: "When it was revoked; null while it is valid.", es: "Cuándo se revocó; null mientras vale." },
    label: "Revocada",
  }),
});

export const apiKeyMade = part("ApiKeyMade", {
  ...shown,
  secret: field(z.string(), {
    says: { en: "The full key, shown only this once.", es: "La clave completa; se muestra solamente esta vez." },
    example: "TEST_TD1rEi9iMs5d5ki-ahwKaRNtN1y3B3UX",
  }),
});
