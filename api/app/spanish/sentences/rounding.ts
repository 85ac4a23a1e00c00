import { say } from "../sentence.js";
import { numberOf } from "./values.js";

/** What the API says of the rounding of VAT after the authority's own words: api/issuing/vat-rounding.ts. */
export const roundingSentences = [
  say(
    "Rounding each line gives VAT {amount} on {base} at {rate} %, where the authority expects {expected}.",
    ({ amount, base, rate, expected }) =>
      `Redondear línea por línea da IVA ${numberOf(amount)} sobre ${numberOf(base)} al ${numberOf(rate)} %, y ARCA espera ${numberOf(expected)}.`,
  ),
  say(
    `It is refused: set the company's vatRounding to "auto" or "authority" to have the cents adjusted.`,
    "En Datos fiscales elegí que los centavos se ajusten y volvé a emitir.",
  ),
];
