import { z } from "@hono/zod-openapi";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { isLonger } from "../../shared/domain/text-length.js";
import { field } from "./field.js";
import { says } from "./says.js";

/** At most so many characters. zod's own `max` counts an emoji as two. */
export const atMost =
  (most: number): z.core.CheckFn<string> =>
  ({ value, issues }) => {
    if (isLonger(value, most))
      issues.push({ code: "too_big", origin: "string", maximum: most, inclusive: true, input: value });
  };

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const printable = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/;

const unprintable: LocalizedText = {
  en: "must not contain control characters",
  es: "Tiene caracteres que no se pueden imprimir: escribilo de nuevo.",
};
const malformed: LocalizedText = {
  en: "must be well-formed Unicode text",
  es: "Tiene caracteres dañados: escribilo de nuevo.",
};
const empty: LocalizedText = { en: "must not be empty", es: "Falta completar este dato." };

const checked = (most: number, string = z.string()) =>
  string
    .check(atMost(most))
    .regex(printable, { error: says(unprintable) })
    .refine((value) => value.isWellFormed(), { error: says(malformed) });

/** A text of at most `most` characters that can be stored and printed. */
export const text = (most: number) => field(checked(most).openapi({ maxLength: most }), { most });

/** Text as `text` takes it, with something to see in it. */
export const requiredText = (most: number) => filled(most, checked(most));

/** Required text without the blanks around it. */
export const trimmedText = (most: number) => filled(most, checked(most, z.string().trim()));

/** One pattern says both, because the OpenAPI document shows one. */
const filled = (most: number, text: z.ZodString) =>
  field(
    text
      .regex(/\S/, { error: says(empty) })
      .openapi({ minLength: 1, maxLength: most, pattern: `^(?=[\\s\\S]*\\S)${printable.source.slice(1)}` }),
    { most },
  );

/** Address as it is printed on vouchers; null for none. */
export const printedAddress = field(text(300).nullable(), {
  says: { en: "Printed on its vouchers.", es: "Se imprime en sus comprobantes." },
  example: "San Martín 850, Mendoza",
  label: "Domicilio",
});
