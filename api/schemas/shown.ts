import { z } from "@hono/zod-openapi";
import { field } from "./field.js";

export const instant = z.iso.datetime();

export const amount = z.string().regex(/^\d+\.\d{2}$/);

/** Fields that nearly everything has that an answer shows. */
export const id = field(z.int(), { says: { en: "Internal identifier.", es: "Identificador interno." }, example: 1 });
export const created = field(instant, {
  says: { en: "When it was created.", es: "Cuándo se creó." },
  example: "2026-11-21T14:03:11.120Z",
});
