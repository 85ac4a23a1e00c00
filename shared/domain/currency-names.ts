import { currencies } from "./code-tables/currencies.js";

/** The authority's code for a currency that people name by its ISO 4217 code or by a sign. The authority uses codes of its own. */
const byName = new Map<string, string>([
  ["ARS", "PES"],
  ["USD", "DOL"],
  ["U$S", "DOL"],
  ["US$", "DOL"],
  ["EUR", "060"],
  ["GBP", "021"],
  ["BRL", "012"],
  ["UYU", "011"],
  ["CLP", "033"],
  ["PYG", "029"],
  ["BOB", "031"],
  ["COP", "032"],
  ["PEN", "035"],
  ["MXN", "010"],
  ["CAD", "018"],
  ["CHF", "009"],
  ["JPY", "019"],
  ["CNY", "064"],
]);

/** The authority's code of a currency that is written in another way: `USD` and `dol` are `DOL`. Undefined for a code, or an unknown name. */
export function findCurrencyCode(written: string): string | undefined {
  const name = written.trim().toUpperCase();
  const isCode = currencies.some(({ id }) => id === name);
  const code = isCode ? name : byName.get(name);
  return code === written ? undefined : code;
}
