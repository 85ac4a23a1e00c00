import { z } from "@hono/zod-openapi";
import { scopes } from "../../shared/db/company/caller.js";
import type { Words } from "../../shared/domain/words.js";
import { body } from "./body.js";
import { says } from "./says.js";
import { requiredText } from "./text.js";

const noInstant: Words = {
  en: "must be an instant such as 2027-01-31T12:00:00Z",
  es: "Escribí una fecha y hora completas, como 2027-01-31T12:00:00Z.",
  app: "Escribí una fecha y hora completas.",
};
const impossibleInstant: Words = {
  en: "must be an instant that exists",
  es: "Elegí una fecha y hora que existan.",
};

export const newApiKey = body("NewApiKey", {
  name: requiredText(100),
  /** Default: the scopes of the calling key. */
  scopes: z
    .array(z.enum(scopes))
    .min(1)
    .transform((given) => scopes.filter((scope) => given.includes(scope)))
    .exactOptional(),
  /** Null, like none: it is valid until it is revoked. */
  expires: z.iso
    .datetime({ offset: true, error: says(noInstant) })
    .transform((text) => new Date(text))
    .refine((instant) => !Number.isNaN(instant.getTime()), { error: says(impossibleInstant) })
    .nullable()
    .openapi({ type: ["string", "null"], format: "date-time" })
    .exactOptional(),
});
