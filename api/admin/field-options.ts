import { type Command, Option } from "commander";
import type { z } from "zod";
import { withSmallInitial } from "../../shared/domain/spanish.js";
import { wordsOf } from "../schemas/field.js";
import { unwrap } from "../schemas/unwrap.js";
import { numberOrNone, yesOrNo } from "./options.js";

/**
 * An option for each field of a body that holds one value, in the words of the API: `--sale-condition <text>`.
 * @param values what stands behind an option's name, by the field's, where the rule does not say it; also of lists
 * @param others fields that come otherwise
 */
export function addFieldOptions<Shape extends z.core.$ZodShape>(
  command: Command,
  shape: Shape,
  values: Partial<Record<keyof Shape & string, string>>,
  others: readonly (keyof Shape & string)[] = [],
): Command {
  for (const [name, field] of Object.entries(shape)) {
    const value = values[name] ?? usualValues[unwrap(field)._zod.def.type];
    if (value === undefined || others.includes(name)) continue;
    const option = new Option(
      `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${value}`,
      tell(field),
    );
    command.addOption(readAs(option, field));
  }
  return command;
}

const usualValues: Record<string, string> = {
  string: "<text>",
  boolean: "<yes|no>",
  number: "<number>",
  enum: "<choice>",
};

function readAs(option: Option, field: z.core.$ZodType): Option {
  const { def } = unwrap(field)._zod;
  if (def.type === "enum") {
    const none = (field as z.ZodType).safeParse(null).success ? [""] : [];
    return option.choices([...Object.values(def.entries).map(String), ...none]);
  }
  if (def.type === "boolean") return option.argParser(yesOrNo);
  return def.type === "number" ? option.argParser(numberOrNone) : option;
}

/** In a list of options: without its point. What the API says by null, an empty text says here. */
export function tell(field: z.core.$ZodType): string {
  const { says } = wordsOf(field);
  return withSmallInitial((says?.en ?? "").replace(/\.$/, "")).replace(/\bnull\b/, '""');
}
