import { z } from "@hono/zod-openapi";
import type { OptionalFormat } from "../../shared/domain/optionals/optional-kinds.js";
import { fceOptionalIds, findBrokenFormat, maxOptionalLength } from "../../shared/domain/optionals/optionals.js";
import type { Words } from "../../shared/domain/words.js";
import { atMostDecimals, hasDecimals } from "./decimals.js";
import { cuit, exactDigits } from "./digits.js";
import { atMostCharacters, oneOf } from "./faults.js";
import { asMessage, says } from "./says.js";
import { trimmedText } from "./text.js";

const noOptionalId: Words = {
  en: "must be digits: the authority's number of the optional field, without zeros before it",
  es: "Escribí el número que ARCA le da al dato opcional, sin ceros adelante.",
};
const ofCreditInvoices: Words = {
  en: "is of credit invoices: it stands in fce",
  es: "Es de las facturas de crédito: completalo en sus propios campos.",
};
const noActivity: Words = {
  en: "must be a whole number of at most 6 digits",
  es: "Escribí el código de la actividad: 6 dígitos como mucho.",
};

const optional = z
  .object({
    id: z
      .string()
      .trim()
      // With zeros before it a number of the table would seem to be one that no table has, and go unchecked.
      .regex(/^[1-9]\d{0,9}$/, { error: says(noOptionalId) }),
    value: trimmedText(maxOptionalLength),
  })
  .check(({ value: given, issues }) => {
    const say = (path: "id" | "value", words: Words) =>
      issues.push({ code: "custom", path: [path], message: asMessage(words), input: given });
    if (fceOptionalIds.includes(given.id)) say("id", ofCreditInvoices);
    const format = findBrokenFormat(given);
    if (format !== undefined) say("value", sayFormat(format));
  });

function sayFormat(format: OptionalFormat): Words {
  switch (format.kind) {
    case "choice":
      return oneOf(format.values);
    case "digits":
      if (format.min < format.max) return someDigits(format.min, format.max);
      return format.orZero ? digitsOrZero(format.max) : exactDigits(format.max);
    case "text":
      return atMostCharacters(format.max);
  }
}

const someDigits = (min: number, max: number): Words => ({
  en: `must be ${min} to ${max} digits`,
  es: `Escribí entre ${min} y ${max} dígitos, sin puntos ni guiones.`,
});

const digitsOrZero = (count: number): Words => ({
  en: `must be ${count} digits, or 0`,
  es: `Escribí los ${count} dígitos, o 0.`,
});

/** What an id's own format says is checked here. What binds several ids, or an id and the company, is the authority's to say. */
export const optionals = z.array(optional).max(6_000);

const maxActivity = 999_999;

/** A number, as the authority and its register have it. Its digits as a text are the same. */
const activity = z.object({
  id: z.union(
    [
      z.int().min(1).max(maxActivity),
      z
        .string()
        .regex(/^0*[1-9]\d*$/)
        .max(6)
        .transform(Number),
    ],
    { error: says(noActivity) },
  ),
});

export const activities = z.array(activity).max(50);

const buyer = z.object({
  docType: z.int().min(0).max(99),
  docNumber: cuit,
  share: z
    .number()
    .gt(0)
    .max(99.99)
    .refine(hasDecimals(2), { error: says(atMostDecimals(2)) }),
});

export const buyers = z.array(buyer).max(1_000);

/** Of a body: none is left out of what is kept, so a voucher without them costs nothing. Null means the same as leaving it out. */
export const orMissing = <Row extends z.ZodType>(list: z.ZodArray<Row>) =>
  list.nullish().transform((given) => (given && given.length > 0 ? given : undefined));
