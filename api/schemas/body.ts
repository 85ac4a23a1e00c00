import { z } from "@hono/zod-openapi";
import type { LocalizedText } from "../../shared/domain/localized-text.js";

/**
 * An object that stands in the OpenAPI document under this name. The document's generator takes an `exactOptional` field for required,
 * because the field refuses `undefined`, which JSON does not have: so what is required is said here.
 */
export function body<Shape extends z.ZodRawShape>(name: string, shape: Shape): z.ZodObject<Shape> {
  const required = Object.entries(shape)
    .filter(([, field]) => (field as z.ZodType)._zod.optin !== "optional")
    .map(([field]) => field);
  return z.object(shape).openapi(name, { required });
}

/** Description of a field that may be sent back, and stays as it is. */
export const cannotChange: LocalizedText = {
  en: "Cannot be changed: send the current value, or leave it out.",
  es: "No se puede cambiar: enviá el valor actual, o no lo envíes.",
};
