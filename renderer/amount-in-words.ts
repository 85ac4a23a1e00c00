import { toWords } from "to-words/es-AR";
import { currencyLabel } from "../shared/domain/code-labels.js";

/**
 * The total as a credit invoice spells it: "Son pesos argentinos veintiún mil cien con 50/100".
 * Source: issuer/authority/README.md, section 12.6.
 * @param amount with two decimals
 * @param currency the authority's code
 */
export function amountInWords(amount: string, currency: string): string {
  const [whole = "0", cents = "00"] = amount.split(".");
  const spelled = `${spell(BigInt(whole))} con ${cents}/100`;
  return currency === "PES" ? `Son pesos argentinos ${spelled}` : `Son ${spelled} (${currencyLabel(currency)})`;
}

/** The library capitalizes every word, has no accents on its largest words, and does not shorten 21 before a noun. */
const spell = (whole: bigint): string =>
  toWords(whole)
    .toLowerCase()
    .replace(/illon\b/g, "illón")
    .replace(/veintiuno(?= (mil|millones|billones)\b)/g, "veintiún");
