import { Decimal } from "../money.js";
import { getVoucherType, isNote } from "../voucher-types.js";
import { type Prediction, when } from "./problem.js";

const zeroRate = 3;

/** Checks the VAT breakdown, but not whether each row fits its rate. Source: issuer/authority/README.md, section 4.3. */
export const predictVatRows: Prediction = ({ body: { voucherType }, amounts: { vat, vatRows } }) => {
  const type = getVoucherType(voucherType);
  if (type.letter === "C") return [];
  return [
    ...when(
      new Decimal(vat).isZero() && vatRows.some(({ taxType }) => taxType !== zeroRate),
      "items",
      10018,
      "lines at a rate above 0 % must come to some VAT: raise the price, or sell them at 0 %, exempt or not taxable",
    ),
    ...when(
      (!isNote(type) || type.isFce) && vatRows.some(({ base }) => new Decimal(base).isZero()),
      "items",
      10020,
      "the taxable lines of a rate must come to more than 0",
    ),
  ];
};
