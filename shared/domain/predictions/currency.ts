import { currencies } from "../code-tables/currencies.js";
import { foreseen } from "../refusals/refusal.js";
import { type Prediction, when } from "./problem.js";

export const currencyRefusals = {
  unknown: foreseen(
    10037,
    "currency.id",
    "is not a currency of the authority's: see taxauth/tables/currencies",
    "ARCA no tiene esta moneda: elegí otra.",
  ),
};

/** Source: issuer/authority/README.md, section 4.7. */
export const predictCurrency: Prediction = ({ body: { currency } }) =>
  when(!currencies.some(({ id }) => id === currency.id), currencyRefusals.unknown);
