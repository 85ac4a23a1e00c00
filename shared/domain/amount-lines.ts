import type { IssuanceRequest, Item } from "./issuance-request.js";
import { Decimal, toCents } from "./money.js";
import { EXEMPT, findVatRate } from "./vat-rates.js";
import { getVoucherType } from "./voucher-types.js";

/** The amounts of one item, rounded to cents. `amount` = `subtotal` − `discount`, with VAT if the price includes it. */
export interface AmountLine {
  destination: "taxable" | "exempt" | "notTaxable";
  taxType: number;
  subtotal: Decimal;
  discount: Decimal;
  amount: Decimal;
  base: Decimal;
  vat: Decimal;
}

/** Computes each item separately and rounds every step to cents. Source: api/README.md, rules 7 to 9 and 13. */
export function computeLines({
  voucherType,
  items,
  priceIncludesVat,
}: Pick<IssuanceRequest, "voucherType" | "items" | "priceIncludesVat">): AmountLine[] {
  const { letter } = getVoucherType(voucherType);
  return items.map((item) => (letter === "C" ? unitemizedLine(item) : itemizedLine(item, priceIncludesVat)));
}

function priceLine(item: Item): Pick<AmountLine, "subtotal" | "discount" | "amount"> {
  const subtotal = toCents(new Decimal(item.quantity).times(item.price));
  const discount =
    item.discountType === "percentage"
      ? toCents(subtotal.times(item.discount).div(100))
      : toCents(new Decimal(item.discount));
  return { subtotal, discount, amount: subtotal.minus(discount) };
}

/** C vouchers do not itemize VAT: every line goes to net. Source: api/README.md, rule 13. */
function unitemizedLine(item: Item): AmountLine {
  const priced = priceLine(item);
  return { ...priced, destination: "taxable", taxType: 0, base: priced.amount, vat: new Decimal(0) };
}

function itemizedLine(item: Item, priceIncludesVat: boolean): AmountLine {
  const priced = priceLine(item);
  const taxType = item.taxType ?? 0;
  const rate = findVatRate(taxType);
  if (!rate) {
    const destination = taxType === EXEMPT ? "exempt" : "notTaxable";
    return { ...priced, destination, taxType, base: priced.amount, vat: new Decimal(0) };
  }
  // Source: api/README.md, rule 9. If the price includes VAT, the amount is split into base and VAT. Otherwise VAT is added.
  const base = priceIncludesVat ? toCents(priced.amount.div(rate.plus(1))) : priced.amount;
  const vat = priceIncludesVat ? priced.amount.minus(base) : toCents(base.times(rate));
  return { ...priced, destination: "taxable", taxType, base, vat };
}
