import type { Child } from "hono/jsx";
import type { z } from "zod";
import { wordsOf } from "../../schemas/field.js";
import { unwrap } from "../../schemas/unwrap.js";
import { Checkbox } from "../components/checkbox.js";
import { Field } from "../components/field.js";
import { Radios } from "../components/radios.js";
import { Select } from "../components/select.js";
import { TextArea } from "../components/text-area.js";
import { read, ruleAt, type TypedFields } from "./typed.js";

interface InputOption {
  value: string | number;
  label: string;
  hint?: string | undefined;
}

export interface InputProps<Name extends string = string> {
  name: Name;
  /** Where the form has other words than the field, or the body has no such field. */
  label?: Child;
  hint?: Child;
  /** To choose from, in a list or all in sight. */
  options?: readonly InputOption[] | undefined;
  radios?: readonly InputOption[] | undefined;
  /** Lines of a text of several lines. */
  rows?: number;
  /** Meaning of a ticked box, where that is not yes. */
  ticked?: string;
  /** Any other attribute goes to the control. */
  [attribute: string]: unknown;
}

interface ShownForm {
  typed: TypedFields;
  /** Fault of a field, if it has one. */
  faultOf(name: string): string | undefined;
  /** Further attributes of a field's control, by its rule. */
  more?(rule: z.core.$ZodType): object;
}

/** A control for each field of a body: what it is follows from the field's rule, unless the page says how to choose. */
export const inputsOf = <Name extends string>(body: z.core.$ZodType, { typed, faultOf, more }: ShownForm) =>
  function Input({ name, options, radios, rows, ticked, ...own }: InputProps<Name>) {
    const [rule, value] = [ruleAt(body, name), read(typed, name)];
    const { label, most, day }: ReturnType<typeof wordsOf> = rule ? wordsOf(rule) : {};
    const about = { name, label, error: faultOf(name), ...own };
    if (radios) return <Radios {...about} value={value} options={[...radios]} />;
    if (options) return <Select {...about} value={value} options={[...options]} />;
    const kind = rule && unwrap(rule)._zod.def;
    if (ticked || kind?.type === "boolean")
      return <Checkbox {...about} value={ticked ?? "true"} checked={value === (ticked ?? "true")} />;
    const text = { maxlength: most, ...(rule && more?.(rule)), ...about };
    if (rows) return <TextArea {...text} rows={rows} value={value} />;
    const inputmode = kind?.type === "number" ? ("format" in kind ? "numeric" : "decimal") : undefined;
    return <Field type={day ? "date" : undefined} inputmode={inputmode} {...text} value={value} />;
  };
