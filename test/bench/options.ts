import { parseArgs } from "node:util";

/**
 * Reads `--name value` for each name of the defaults; a value is one or more numbers separated by commas. With `--help` it prints
 * the usage and gives undefined.
 * @throws RangeError on a value that is not a number
 */
export function readOptions<Name extends string>(
  args: string[],
  usage: string,
  defaults: Record<Name, string>,
): Record<Name, [number, ...number[]]> | undefined {
  const options = Object.fromEntries(
    Object.entries<string>(defaults).map(([name, value]) => [name, { type: "string" as const, default: value }]),
  );
  const { values }: { values: Record<string, unknown> } = parseArgs({
    args,
    options: { ...options, help: { type: "boolean", default: false } },
  });
  if (values.help) {
    console.log(usage);
    return undefined;
  }
  return Object.fromEntries(
    Object.keys(defaults).map((name) => {
      const numbers = String(values[name]).split(",").map(Number);
      if (numbers.some(Number.isNaN)) throw new RangeError(`--${name} ${values[name]}: not a number`);
      return [name, numbers];
    }),
  ) as Record<Name, [number, ...number[]]>;
}
