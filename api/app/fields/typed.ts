import type { z } from "zod";
import { Decimal } from "../../../shared/domain/money.js";
import { parseDate } from "../../../shared/domain/written-date.js";
import { wordsOf } from "../../schemas/field.js";
import { unwrap } from "../../schemas/unwrap.js";
import { decimal } from "../spanish/formats.js";
import { parseDecimal, toDateInput } from "../spanish/typed.js";

/** Contents of a form: texts by their names, which are the paths of a body's fields (`items.0.price`). */
export type TypedFields = Readonly<Record<string, string>>;

/** A field as it was typed; empty when it is not there. */
export const read = (typed: TypedFields, name: string): string => typed[name] ?? "";

/** The places of a list that the form has, in order: 0, 1, 3 after the line at place 2 was taken away. */
export function placesOf(typed: TypedFields, list: string): number[] {
  const found = Object.keys(typed).flatMap((name) => new RegExp(`^${list}\\.(\\d{1,4})\\.`).exec(name)?.[1] ?? []);
  return [...new Set(found.map(Number))].toSorted((one, other) => one - other);
}

const below = (path: string, name: string | number) => (path === "" ? `${name}` : `${path}.${name}`);

/** The rule of a field by its path; undefined for what the body has not. */
export function ruleAt(body: z.core.$ZodType, path: string): z.core.$ZodType | undefined {
  let rule: z.core.$ZodType | undefined = body;
  for (const name of path.split(".")) {
    const { def }: z.core.$ZodTypes["_zod"] = unwrap(rule)._zod;
    rule = def.type === "object" ? def.shape[name] : def.type === "array" ? def.element : undefined;
    if (!rule) return undefined;
  }
  return rule;
}

/** Value of a field in which nothing was typed. */
type BlankValue = (rule: z.core.$ZodType) => unknown;

const leftOut: BlankValue = () => undefined;

/** The fields of a part of a body as they were typed, each as its rule has it. A part of which nothing is there is left out. */
export function partOf(part: z.core.$ZodType, typed: TypedFields, path = "", blank = leftOut): Record<string, unknown> {
  const { def } = unwrap(part)._zod;
  const shape = def.type === "object" ? def.shape : {};
  return Object.fromEntries(
    Object.entries(shape).map(([name, rule]) => {
      const at = below(path, name);
      if (unwrap(rule)._zod.def.type !== "object") return [name, toValue(rule, read(typed, at), blank)];
      const inner = partOf(rule, typed, at, blank);
      return [name, Object.values(inner).some((value) => value !== undefined) ? inner : undefined];
    }),
  );
}

/** Parses a typed text by its field's rule. A text that is no number or day goes as typed: the API says what is wrong with it. */
export function toValue(rule: z.core.$ZodType, text: string, blank = leftOut): unknown {
  if (text === "") return blank(rule);
  const { def } = unwrap(rule)._zod;
  if (def.type === "boolean") return text === "true";
  if (def.type === "number" && !("format" in def)) return toNumber(text);
  if (def.type === "number" || def.type === "literal") return toCode(text);
  return wordsOf(rule).day ? (parseDate(text) ?? text) : text;
}

/** A code as a number. */
export const toCode = (text: string): number | string => (/^\d{1,15}$/.test(text) ? Number(text) : text);

/** The activities that one field holds, separated by blanks or commas. */
export const activitiesOf = (typed: TypedFields): { id: number | string }[] =>
  read(typed, "activities")
    .split(/[\s,;]+/)
    .flatMap((id) => (id === "" ? [] : [{ id: toCode(id) }]));

/** A typed number. What cannot be written as a number of JSON without changing it stays a text as well. */
function toNumber(text: string): number | string {
  const decimal = parseDecimal(text);
  if (decimal === undefined) return text;
  const number = Number(decimal);
  return new Decimal(number).eq(decimal) ? number : text;
}

/** The texts that a form shows of a value, by the paths of its fields. What is null is not there. */
export function typedOf(rule: z.core.$ZodType, value: unknown, path = ""): Record<string, string> {
  if (value === null || value === undefined) return {};
  const { def } = unwrap(rule)._zod;
  const all = (inner: [z.core.$ZodType, unknown, string | number][]) =>
    Object.assign({}, ...inner.map(([one, given, name]) => typedOf(one, given, below(path, name))));
  if (def.type === "object")
    return all(Object.entries(def.shape).map(([name, one]) => [one, Object(value)[name], name]));
  if (def.type === "array") return all((value as unknown[]).map((one, at) => [def.element, one, at]));
  if (def.type === "record") return all(Object.entries(value).map(([name, one]) => [def.valueType, one, name]));
  if (wordsOf(rule).day) return { [path]: toDateInput(String(value)) };
  return { [path]: typeof value === "number" && !("format" in def) ? decimal(value) : String(value) };
}
