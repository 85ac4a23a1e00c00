import type { z } from "zod";
import { Decimal } from "../../../shared/domain/money.js";
import { parseDate } from "../../../shared/domain/written-date.js";
import { unwrap } from "../../schemas/unwrap.js";
import { parseDecimal } from "../spanish/typed.js";

/** What the form holds: texts by their names, which are the paths of the issuance body (`items.0.price`). */
export type Typed = Readonly<Record<string, string>>;

/** A field as it was typed; empty when it is not there. */
export const read = (typed: Typed, name: string): string => typed[name] ?? "";

type List = "items" | "tributes" | "emails" | "optionals" | "buyers";

/** The places of a list that the form has, in order: 0, 1, 3 after the line at place 2 was taken away. */
export function placesOf(typed: Typed, list: List): number[] {
  const found = Object.keys(typed).flatMap((name) => new RegExp(`^${list}\\.(\\d{1,4})\\.`).exec(name)?.[1] ?? []);
  return [...new Set(found.map(Number))].toSorted((one, other) => one - other);
}

/** What makes an element of a list more than a blank row. Quantity, rate and unit stand there before anybody types. */
const telling: Record<List, string[]> = {
  items: ["description", "price", "code", "discount"],
  tributes: ["baseAmount", "aliquot", "subtotal", "description"],
  emails: ["email"],
  optionals: ["id", "value"],
  buyers: ["docNumber", "share"],
};

/** The places of a list where something was typed. A row that was left blank is none. */
export const filledPlacesOf = (typed: Typed, list: List): number[] =>
  placesOf(typed, list).filter((place) => telling[list].some((name) => read(typed, `${list}.${place}.${name}`) !== ""));

/**
 * A typed number as the API takes it. What is no number, or cannot be written as one of JSON without changing it, stays the text that
 * it is: the API then says so, beside its field. Undefined when nothing was typed.
 */
export function toNumber(text: string): number | string | undefined {
  if (text === "") return undefined;
  const decimal = parseDecimal(text);
  if (decimal === undefined) return text;
  const number = Number(decimal);
  return new Decimal(number).eq(decimal) ? number : text;
}

/** A typed or picked day as the API takes it: `YYYYMMDD`. */
export const toDate = (text: string): string | undefined => (text === "" ? undefined : (parseDate(text) ?? text));

/** A chosen code as a number. */
export const toCode = (text: string): number | string | undefined =>
  text === "" ? undefined : /^\d{1,9}$/.test(text) ? Number(text) : text;

export const toText = (text: string): string | undefined => (text === "" ? undefined : text);

/** What was typed of a part of the body, each field as its rule has it: a text, a code or a number. */
export const partOf = (part: z.ZodObject, typed: Typed, path: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(part.shape).map(([name, rule]) => [name, toValue(rule, read(typed, `${path}.${name}`))]),
  );

function toValue(rule: z.core.$ZodType, text: string) {
  const { def } = unwrap(rule)._zod;
  if (def.type === "literal") return toCode(text);
  if (def.type !== "number") return toText(text);
  return "format" in def ? toCode(text) : toNumber(text);
}
