import { type Command, Option } from "commander";
import type { z } from "zod";
import { withSmallInitial } from "../../shared/domain/spanish.js";
import { wordsOf } from "../schemas/field.js";
import { unwrap } from "../schemas/unwrap.js";
import { numberOrNone, yesOrNo } from "./options.js";

/**
 * An option for each of these fields of a body, in the words of the API: `--sale-condition <text>`.
 * @param values what stands behind the option's name, by the field's
 */
export function addFieldOptions<Shape extends z.core.$ZodShape>(
  command: Command,
  shape: Shape,
  values: Partial<Record<keyof Shape & string, string>>,
): Command {
  for (const [name, value] of Object.entries<string | undefined>(values)) {
    const field = shape[name];
    if (!field) continue;
    const option = new Option(
      `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${value}`,
      tell(field),
    );
    command.addOption(readAs(option, field));
  }
  return command;
}

function readAs(option: Option, field: z.core.$ZodType): Option {
  const { def } = unwrap(field)._zod;
  if (def.type === "enum") return option.choices(Object.values(def.entries).map(String));
  if (def.type === "boolean") return option.argParser(yesOrNo);
  return def.type === "number" ? option.argParser(numberOrNone) : option;
}

/** In a list of options: without its point. What the API says by null, an empty text says here. */
export function tell(field: z.core.$ZodType): string {
  const { says = "" } = wordsOf(field);
  const text = typeof says === "string" ? says : says.en;
  return withSmallInitial(text.replace(/\.$/, "")).replace(/\bnull\b/, '""');
}
