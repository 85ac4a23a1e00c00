import type { Child } from "hono/jsx";
import type { z } from "zod";
import { wordsOf } from "../../schemas/field.js";
import { unwrap } from "../../schemas/unwrap.js";
import { Checkbox } from "../components/checkbox.js";
import { Field } from "../components/field.js";
import { Radios } from "../components/radios.js";
import { Select } from "../components/select.js";
import { type Form, text } from "../frame/form.js";
import { faultOf, type Refused } from "./refusal.js";

interface Option {
  value: string | number;
  label: string;
  hint?: string | undefined;
}

interface InputProps<Name> {
  name: Name;
  /** Where the form has other words than the field. */
  label?: Child;
  hint?: Child;
  /** To choose from, in a list or all in sight. */
  options?: readonly Option[];
  radios?: readonly Option[];
  /** Any other attribute goes to the control. */
  [attribute: string]: unknown;
}

/**
 * A form of these fields of a body, a field within another as `fce.cbu`. Its values are texts, as they are typed; what is ticked is
 * "true". Lists, and what a page writes otherwise than the API, are the page's.
 */
export function formOf<const Name extends string>(body: z.ZodObject, names: readonly Name[]) {
  type Values = Record<Name, string>;
  const each = <Value,>(give: (name: Name) => Value) =>
    Object.fromEntries(names.map((name) => [name, give(name)])) as Record<Name, Value>;
  const rules = each((name) => ruleAt(body, name));

  return {
    names,
    /** What was sent. */
    read: (form: Form): Values => each((name) => text(form, name)),

    /** What the API shows. */
    of: (shown: object): Values => each((name) => typed(valueAt(shown, name))),

    /** The body for the API. What cannot be read goes as it was typed: the API says what is wrong with it. */
    body(values: Values): Record<string, unknown> {
      const body: Record<string, unknown> = {};
      for (const name of names) {
        const [outer = "", inner] = name.split(".");
        const value = toValue(rules[name], values[name]);
        body[outer] = inner === undefined ? value : { ...Object(body[outer]), [inner]: value };
      }
      return body;
    },

    label: (name: Name): string => wordsOf(rules[name]).label ?? name,

    /** A control for each field: what it is follows from the rule. */
    inputs: (values: Values, refused: Refused | undefined) =>
      function Input({ name, options, radios, ...own }: InputProps<Name>) {
        const [rule, value] = [rules[name], values[name]];
        const about = { name, label: wordsOf(rule).label, error: faultOf(refused, name), ...own };
        if (unwrap(rule)._zod.def.type === "boolean") return <Checkbox {...about} checked={value === "true"} />;
        if (radios) return <Radios {...about} value={value} options={[...radios]} />;
        if (options) return <Select {...about} value={value} options={[...options]} />;
        const required = canBeNull(rule) ? false : undefined;
        return <Field {...{ required, maxlength: wordsOf(rule).most, ...about }} value={value} />;
      },
  };
}

/** @throws RangeError for a field that the body has not */
function ruleAt(body: z.core.$ZodType, path: string): z.ZodType {
  let rule = body;
  for (const name of path.split(".")) {
    const { def } = unwrap(rule)._zod;
    const inner = def.type === "object" ? def.shape[name] : undefined;
    if (!inner) throw new RangeError(`the body has no field ${path}`);
    rule = inner;
  }
  return rule as z.ZodType;
}

const valueAt = (shown: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((inner, name) => (Object(inner) as Record<string, unknown>)[name], shown);

const typed = (value: unknown): string =>
  value === null || value === undefined || value === false ? "" : String(value);

function toValue(rule: z.ZodType, typed: string): unknown {
  const { type } = unwrap(rule)._zod.def;
  if (type === "boolean") return typed === "true";
  if (typed === "" && canBeNull(rule)) return null;
  return type === "number" || type === "literal" ? numberOf(typed) : typed;
}

const canBeNull = (rule: z.ZodType) => rule.safeParse(null).success;

export const numberOf = (typed: string): number | string => (/^\d+$/.test(typed) ? Number(typed) : typed);

/** As many rows as any list of the API has. */
const mostRows = 50;

/**
 * The rows of a list, `legends.0.text`. Those that have nothing in the fields that count are left out, so the others move up: a fault
 * names the row that is shown again.
 */
export const readRows = <Name extends string>(
  form: Form,
  list: string,
  fields: readonly Name[],
  counting: readonly Name[],
) =>
  Array.from({ length: mostRows }, (_, index) =>
    Object.fromEntries(fields.map((field) => [field, text(form, `${list}.${index}.${field}`)])),
  ).filter((row) => counting.some((field) => row[field] !== "")) as Record<Name, string>[];
