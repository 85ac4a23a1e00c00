import { currencies } from "../code-tables/currencies.js";
import { findCurrencyCode } from "../currency-names.js";
import { type Prediction, when } from "./problem.js";

/** Source: issuer/authority/README.md, section 4.7. */
export const predictCurrency: Prediction = ({ body: { currency } }) => [
  ...when(!currencies.some(({ id }) => id === currency.id), "currency.id", 10037, explain(currency.id)),
];

/** What is said of a currency by another code than the authority's. */
export const otherCurrencyCode = (code: string): string =>
  `is not a code of the authority's, which calls it ${code}: send that`;

function explain(id: string): string {
  const code = findCurrencyCode(id);
  return code === undefined
    ? "is not a currency of the authority's: see taxauth/tables/currencies"
    : otherCurrencyCode(code);
}
