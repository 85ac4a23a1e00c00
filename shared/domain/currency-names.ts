import { currencies } from "./code-tables/currencies.js";

/** Other names of the authority's currencies: the codes of ISO 4217, and signs. Its own codes are neither. */
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

/** The authority's code of a currency that is named otherwise: `USD`, `dol`. Undefined for what is such a code, and for unknown names. */
export function findCurrencyCode(written: string): string | undefined {
  const name = written.trim().toUpperCase();
  const isCode = currencies.some(({ id }) => id === name);
  const code = isCode ? name : byName.get(name);
  return code === written ? undefined : code;
}
