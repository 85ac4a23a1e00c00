import type { IssuanceRequest, Item } from "./issuance-request.js";
import { Decimal, formatAmount, sum, toCents } from "./money.js";
import { EXEMPT, findVatRate, toPercentage } from "./vat-rates.js";
import { getVoucherType } from "./voucher-types.js";

/** The declared amounts of a voucher. All are strings with two decimals, in the voucher's currency. */
export interface Amounts {
  net: string;
  vat: string;
  exempt: string;
  notTaxable: string;
  tributes: string;
  total: string;
  vatRows: VatRow[];
  lines: LineAmounts[];
}

/** One rate of the VAT breakdown; `rate` is a percentage: "21", "10.5". */
export interface VatRow {
  taxType: number;
  rate: string;
  base: string;
  amount: string;
}

/** What one item comes to. `base` and `vat` are the taxable line's parts; elsewhere base is the line and vat is zero. */
export interface LineAmounts {
  subtotal: string;
  discount: string;
  amount: string;
  base: string;
  vat: string;
}

type AmountsInput = Pick<IssuanceRequest, "voucherType" | "items" | "priceIncludesVat" | "tributes">;

type Destination = "taxable" | "exempt" | "notTaxable";

interface Line {
  destination: Destination;
  taxType: number;
  subtotal: Decimal;
  discount: Decimal;
  amount: Decimal;
  base: Decimal;
  vat: Decimal;
}

/** Computes what the voucher declares: lines first, then sums. Source: API.md, rules 7 to 13. */
export function computeAmounts({ voucherType, items, priceIncludesVat, tributes }: AmountsInput): Amounts {
  const { letter } = getVoucherType(voucherType);
  const lines = items.map((item) => (letter === "C" ? unitemizedLine(item) : itemizedLine(item, priceIncludesVat)));

  const sumOf = (destination: Destination) =>
    sum(lines.filter((line) => line.destination === destination).map((line) => line.base));
  const net = sumOf("taxable");
  const exempt = sumOf("exempt");
  const notTaxable = sumOf("notTaxable");
  const vat = sum(lines.map((line) => line.vat));
  const tributesTotal = sum(tributes.map((tribute) => new Decimal(tribute.subtotal)));

  return {
    net: formatAmount(net),
    vat: formatAmount(vat),
    exempt: formatAmount(exempt),
    notTaxable: formatAmount(notTaxable),
    tributes: formatAmount(tributesTotal),
    total: formatAmount(sum([net, vat, exempt, notTaxable, tributesTotal])),
    vatRows: letter === "C" ? [] : breakDown(lines),
    lines: lines.map((line) => ({
      subtotal: formatAmount(line.subtotal),
      discount: formatAmount(line.discount),
      amount: formatAmount(line.amount),
      base: formatAmount(line.base),
      vat: formatAmount(line.vat),
    })),
  };
}

function priceLine(item: Item): Pick<Line, "subtotal" | "discount" | "amount"> {
  const subtotal = toCents(new Decimal(item.quantity).times(item.price));
  const discount =
    item.discountType === "percentage"
      ? toCents(subtotal.times(item.discount).div(100))
      : toCents(new Decimal(item.discount));
  return { subtotal, discount, amount: subtotal.minus(discount) };
}

/** C vouchers do not itemize VAT: every line goes to net. Source: API.md, rule 13. */
function unitemizedLine(item: Item): Line {
  const priced = priceLine(item);
  return { ...priced, destination: "taxable", taxType: 0, base: priced.amount, vat: new Decimal(0) };
}

function itemizedLine(item: Item, priceIncludesVat: boolean): Line {
  const priced = priceLine(item);
  const taxType = item.taxType ?? 0;
  const rate = findVatRate(taxType);
  if (!rate) {
    const destination = taxType === EXEMPT ? "exempt" : "notTaxable";
    return { ...priced, destination, taxType, base: priced.amount, vat: new Decimal(0) };
  }
  // Source: API.md, rule 9. With VAT included the line is kept and split; otherwise VAT is added on top.
  const base = priceIncludesVat ? toCents(priced.amount.div(rate.plus(1))) : priced.amount;
  const vat = priceIncludesVat ? priced.amount.minus(base) : toCents(base.times(rate));
  return { ...priced, destination: "taxable", taxType, base, vat };
}

/** One row per rate present, 0 % included, ordered by code. Source: API.md, rules 11 and 12. */
function breakDown(lines: Line[]): VatRow[] {
  const taxTypes = [...new Set(lines.filter((line) => line.destination === "taxable").map((line) => line.taxType))];
  return taxTypes
    .sort((a, b) => a - b)
    .map((taxType) => {
      const ofRate = lines.filter((line) => line.taxType === taxType);
      return {
        taxType,
        rate: toPercentage(findVatRate(taxType) ?? new Decimal(0)),
        base: formatAmount(sum(ofRate.map((line) => line.base))),
        amount: formatAmount(sum(ofRate.map((line) => line.vat))),
      };
    });
}
