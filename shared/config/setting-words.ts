import { z } from "zod";

/**
 * Describes a setting that is a number or one of some words, from its schema: the checker's own words name its types, and one bound alone.
 * Undefined for every other setting: those say it themselves.
 */
export function expectedOf(setting: unknown): string | undefined {
  if (setting instanceof z.ZodDefault || setting instanceof z.ZodOptional) return expectedOf(setting.unwrap());
  if (setting instanceof z.ZodEnum) return oneOf(setting.options.map(String));
  if (setting instanceof z.ZodNumber) return numberOf(setting);
  return undefined;
}

function oneOf(words: readonly string[]): string {
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

function numberOf({ format, minValue, maxValue }: z.ZodNumber): string {
  const what = format === "safeint" ? "a whole number" : "a number";
  const [least, most] = [boundOf(minValue), boundOf(maxValue)];
  if (least !== undefined && most !== undefined) return `${what} from ${least} to ${most}`;
  if (least !== undefined) return `${what}, at least ${least}`;
  return most === undefined ? what : `${what}, at most ${most}`;
}

/** Whole numbers have the bounds of what JavaScript can count, too, which nobody reaches. */
const boundOf = (value: number | null): number | undefined =>
  value !== null && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;
