import type { z } from "zod";
import { wordsOf } from "../../schemas/field.js";
import { unwrap } from "../../schemas/unwrap.js";
import { inputsOf } from "../fields/input.js";
import { partOf, placesOf, ruleAt, type TypedFields, toValue, typedOf } from "../fields/typed.js";
import { type Form, text } from "../frame/form.js";
import { type FormErrors, faultOf } from "./refusal.js";

/** As many rows as any list of the API has. */
const maxRows = 50;

/**
 * A form of these fields of a body, a field within another as `fce.cbu`, and of these lists. Its values are texts, as they are typed; what is
 * ticked is "true". What a page writes otherwise than the API is the page's.
 * @param lists of each what makes a row count: what has nothing in these fields is left out
 */
export function formOf<const Name extends string, const List extends string = never>(
  body: z.ZodObject,
  names: readonly Name[],
  lists = {} as Record<List, readonly string[]>,
) {
  type Values = Record<Name, string> & TypedFields;
  const each = <Value,>(give: (name: Name) => Value) =>
    Object.fromEntries(names.map((name) => [name, give(name)])) as Record<Name, Value>;
  const ruleOf = (path: string): z.core.$ZodType => {
    const rule = ruleAt(body, path);
    if (!rule) throw new RangeError(`the body has no field ${path}`);
    return rule;
  };
  const rules = each(ruleOf);
  const rowRules = (Object.keys(lists) as List[]).map((list): [List, z.core.$ZodType] => [list, ruleOf(`${list}.0`)]);

  return {
    names,
    /** Reads what was sent. Rows that do not count are left out, so the others move up: a fault names the row that is shown again. */
    read(form: Form): Values {
      const rows = rowRules.map(([list, rule]) => {
        const { def } = unwrap(rule)._zod;
        const fields = def.type === "object" ? Object.keys(def.shape) : [];
        return Array.from({ length: maxRows }, (_, place) => `${list}.${place}`)
          .filter((row) => lists[list].some((field) => text(form, `${row}.${field}`) !== ""))
          .flatMap((row, place) => fields.map((field) => [`${list}.${place}.${field}`, text(form, `${row}.${field}`)]));
      });
      return { ...each((name) => text(form, name)), ...Object.fromEntries(rows.flat()) };
    },

    /** Values of what the API shows. */
    of: (shown: object): Values => ({
      ...each((name) => typedOf(rules[name], valueAt(shown, name))[""] ?? ""),
      ...Object.assign({}, ...rowRules.map(([list]) => typedOf(ruleOf(list), valueAt(shown, list), list))),
    }),

    /** The body for the API. What cannot be read goes as it was typed: the API says what is wrong with it. */
    body(values: Values): Record<string, unknown> {
      const body: Record<string, unknown> = {};
      for (const name of names) {
        const [outer = "", inner] = name.split(".");
        const value = toValue(rules[name], values[name], blank);
        body[outer] = inner === undefined ? value : { ...Object(body[outer]), [inner]: value };
      }
      for (const [list, rule] of rowRules) {
        const rows = placesOf(values, list).map((place) => partOf(rule, values, `${list}.${place}`, blank));
        body[list] = rows.length === 0 && canBeNull(ruleOf(list)) ? null : rows;
      }
      return body;
    },

    label: (name: Name): string => wordsOf(rules[name]).label ?? name,

    /** A control for each field: what it is follows from the rule. */
    inputs: (values: Values, refused: FormErrors | undefined) =>
      inputsOf<Name | `${List}.${number}.${string}`>(body, {
        typed: values,
        faultOf: (name) => faultOf(refused, name),
        more: (rule) => ({ required: canBeNull(rule) ? false : undefined }),
      }),
  };
}

const valueAt = (shown: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((inner, name) => (Object(inner) as Record<string, unknown>)[name], shown);

/** Value of an emptied field: it is taken away, where it can be. */
function blank(rule: z.core.$ZodType): unknown {
  if (unwrap(rule)._zod.def.type === "boolean") return false;
  return canBeNull(rule) ? null : "";
}

const canBeNull = (rule: z.core.$ZodType) => (rule as z.ZodType).safeParse(null).success;
