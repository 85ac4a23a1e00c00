import { z } from "@hono/zod-openapi";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { asText } from "./says.js";

/** Words of a field: what it is called, and what it means. */
export interface FieldWords {
  /** For who writes a program or reads the command line. */
  says?: LocalizedText | undefined;
  /** Where the type does not say enough. */
  example?: unknown;
  /** For who reads Spanish: in a form, in a fault, in the audit log. */
  label?: string | undefined;
  /** How many characters a text may have. */
  most?: number | undefined;
  /** A day: what is typed goes as the API's form of it. */
  day?: true | undefined;
  /** Place of an element of a list, as a field of it names it: "de la línea" 1. */
  of?: string | undefined;
}

const words = z.registry<FieldWords>();

/** A rule with its words. What wraps it (`nullable`, `exactOptional` and the like) keeps them. */
export function field<Rule extends z.ZodType>(rule: Rule, own: FieldWords): Rule {
  const { says, example } = own;
  const described = rule.openapi({
    ...(says !== undefined && { description: asText(says) }),
    ...(example !== undefined && { example }),
  });
  words.add(described, { ...wordsOf(rule), ...own });
  return described;
}

/** Another rule with the words of a field, such as that of an answer. Its own words, and what is given here, stand in for them. */
export const like = <Rule extends z.ZodType>(one: z.core.$ZodType, rule: Rule, own: FieldWords = {}): Rule =>
  field(rule, { ...wordsOf(one), ...wordsOf(rule), ...own });

/** The words of the nearest rule within that has some. */
export function wordsOf(schema: z.core.$ZodType): FieldWords {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inner = "innerType" in def ? def.innerType : def.type === "pipe" ? def.in : undefined;
  return words.get(schema as z.ZodType) ?? (inner ? wordsOf(inner) : {});
}

/** An object that stands in the OpenAPI document under this name, once. */
export const part = <Shape extends z.ZodRawShape>(name: string, shape: Shape): z.ZodObject<Shape> =>
  z.object(shape).openapi({ "x-part": name });
