import { currencies } from "../code-tables/currencies.js";
import { findCurrencyCode } from "../currency-names.js";
import { foreseen } from "../refusal.js";
import { type Prediction, when } from "./problem.js";

export const currencyRefusals = {
  unknown: foreseen(
    10037,
    "currency.id",
    "is not a currency of the authority's: see taxauth/tables/currencies",
    "ARCA no tiene esta moneda: elegí otra.",
  ),
  otherwiseNamed: foreseen(
    10037,
    "currency.id",
    "is not a code of the authority's, which calls it {code}: send that",
    "Para ARCA el código de esta moneda es {code}: elegí ese.",
  ),
};

/** Source: issuer/authority/README.md, section 4.7. */
export const predictCurrency: Prediction = ({ body: { currency } }) => {
  const code = findCurrencyCode(currency.id);
  return code === undefined
    ? when(!currencies.some(({ id }) => id === currency.id), currencyRefusals.unknown)
    : when(true, currencyRefusals.otherwiseNamed, { slots: { code } });
};
