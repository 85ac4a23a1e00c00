import type { z } from "zod";
import { asLocalized, type LocalizedText } from "../../shared/domain/localized-text.js";
import { decimal } from "../../shared/domain/spanish.js";
import type { FieldFault } from "../http/errors.js";
import { writeField } from "../http/field.js";

const nouns: Record<string, { en: string; lacks: string; must: string }> = {
  string: { en: "a text", lacks: "Falta completar este dato.", must: "Tiene que ser un texto." },
  number: { en: "a number", lacks: "Falta completar este número.", must: "Tiene que ser un número." },
  int: {
    en: "a whole number",
    lacks: "Falta completar este número, sin decimales.",
    must: "Tiene que ser un número sin decimales.",
  },
  boolean: { en: "true or false", lacks: "Falta elegir sí o no.", must: "Tiene que ser sí o no (true o false)." },
  array: { en: "a list", lacks: "Falta al menos un elemento.", must: "Tiene que ser una lista." },
  object: {
    en: "an object",
    lacks: "Faltan completar estos datos.",
    must: "Tiene que ser un grupo de datos (un objeto).",
  },
};

/** Turns issues of a schema into faults that a person understands: one per field, the first one found. */
export function toFaults(issues: z.core.$ZodIssue[]): FieldFault[] {
  const faults = new Map<string | null, FieldFault>();
  for (const issue of issues) {
    const field = issue.path.length === 0 ? null : issue.path;
    const written = field && writeField(field);
    if (!faults.has(written)) faults.set(written, { field, message: describe(issue) });
  }
  return [...faults.values()];
}

function describe(issue: z.core.$ZodIssue): LocalizedText {
  // What a check of ours says is words, in the place of a text: see `says`.
  if (typeof issue.message !== "string") return issue.message;
  switch (issue.code) {
    case "invalid_type":
      return ofType(issue.expected, issue.input);
    case "invalid_value":
      return oneOf(issue.values.map((value) => JSON.stringify(value)));
    case "too_small":
      if (issue.origin === "string") return atLeastCharacters(issue.minimum);
      if (issue.origin === "array") return atLeastElements(issue.minimum);
      return issue.inclusive ? atLeast(issue.minimum) : moreThan(issue.minimum);
    case "too_big":
      if (issue.origin === "string") return atMostCharacters(issue.maximum);
      return issue.origin === "array" ? atMostElements(issue.maximum) : atMost(issue.maximum);
    default:
      return asLocalized(issue.message);
  }
}

type SizeBound = number | bigint;

/** Fault of a value of another type, or of one that is missing. */
export function ofType(expected: string, input: unknown): LocalizedText {
  const noun = nouns[expected === "record" ? "object" : expected];
  if (!noun) return { en: `must be ${expected}`, es: "No es válido." };
  if (input === undefined) return { en: `is required: ${noun.en}`, es: noun.lacks };
  if (typeof input === "number" && expected === "string")
    return { en: `must be ${noun.en}, not a number`, es: "Tiene que ser un texto: escribilo entre comillas." };
  return { en: `must be ${noun.en}`, es: noun.must };
}

export const oneOf = (values: readonly string[]): LocalizedText =>
  values.length === 1
    ? { en: `must be ${values[0]}`, es: `Solo puede ser ${values[0]?.replace(/^"(.*)"$/, "$1")}.` }
    : { en: `must be one of ${values.join(", ")}`, es: `Elegí uno de estos valores: ${values.join(", ")}.` };

const inDecimals = (count: SizeBound) => decimal(String(count));

const atLeastCharacters = (least: SizeBound): LocalizedText => ({
  en: `must have at least ${least} characters`,
  es: Number(least) === 1 ? "Falta completar este dato." : `Escribí al menos ${inDecimals(least)} caracteres.`,
});

const atLeastElements = (least: SizeBound): LocalizedText => ({
  en: `must have at least ${least} elements`,
  es: Number(least) === 1 ? "Falta al menos un elemento." : `Tiene que haber al menos ${inDecimals(least)} elementos.`,
});

export const atMostCharacters = (most: SizeBound): LocalizedText => ({
  en: `must have at most ${most} characters`,
  es: `Acortalo: puede tener hasta ${inDecimals(most)} caracteres.`,
});

const atMostElements = (most: SizeBound): LocalizedText => ({
  en: `must have at most ${most} elements`,
  es: `Quitá algunos: puede haber hasta ${inDecimals(most)}.`,
});

const atLeast = (least: SizeBound): LocalizedText => ({
  en: `must be ${least} or more`,
  es: `Tiene que ser ${inDecimals(least)} o más.`,
});

const moreThan = (bound: SizeBound): LocalizedText => ({
  en: `must be more than ${bound}`,
  es: `Tiene que ser mayor que ${inDecimals(bound)}.`,
});

const atMost = (most: SizeBound): LocalizedText => ({
  en: `must be ${most} or less`,
  es: `Tiene que ser ${inDecimals(most)} o menos.`,
});
