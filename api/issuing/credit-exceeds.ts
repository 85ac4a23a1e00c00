import type { CreditOf } from "../../shared/db/issuing/credits.js";
import type { Excess } from "../../shared/domain/credit-bound.js";
import { type ApiError, businessFault } from "../errors.js";

/** The 400 for a credit that is more than what is left of its original. Source: api/README.md, "Credit notes". */
export function creditExceeds({ original }: CreditOf, { asked, left, currency, isPartlyCredited }: Excess): ApiError {
  const { posNumber, voucherType, voucherNumber } = original;
  const name = `voucher ${posNumber}-${voucherType}-${voucherNumber}`;
  return businessFault(
    isPartlyCredited
      ? `Part of ${name} is credited already: of its credit of ${asked} ${currency}, ${left} is left. Send items for what is to be credited.`
      : `The credit of ${asked} ${currency} is more than what is left of ${name}: ${left} ${currency}.`,
  );
}
