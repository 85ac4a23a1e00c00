import { currencies } from "../code-tables/currencies.js";
import { type Prediction, when } from "./problem.js";

/** Source: issuer/authority/README.md, section 4.7. */
export const predictCurrency: Prediction = ({ body: { currency } }) => [
  ...when(
    !currencies.some(({ id }) => id === currency.id),
    "currency.id",
    10037,
    "is not a currency of the authority's: see taxauth/tables/currencies",
  ),
];
