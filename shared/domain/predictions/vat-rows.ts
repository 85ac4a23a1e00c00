import { Decimal } from "../money.js";
import { foreseen } from "../refusal.js";
import { getVoucherType } from "../voucher-types.js";
import { type Prediction, when } from "./problem.js";

const zeroRate = 3;

export const vatRefusals = {
  noVat: foreseen(
    10018,
    "items",
    "lines at a rate above 0 % must come to some VAT: raise the price, or sell them at 0 %, exempt or not taxable",
    "Las líneas con IVA no llegan a sumar un centavo de IVA: subí el precio, o ponelas al 0 %, exentas o no gravadas.",
  ),
};

/** Checks the VAT breakdown, but not whether each row fits its rate. Source: issuer/authority/README.md, section 4.3. */
export const predictVatRows: Prediction = ({ body: { voucherType }, amounts: { vat, vatRows } }) =>
  when(
    getVoucherType(voucherType).letter !== "C" &&
      new Decimal(vat).isZero() &&
      vatRows.some(({ taxType }) => taxType !== zeroRate),
    vatRefusals.noVat,
  );
