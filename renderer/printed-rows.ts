import type { LineAmounts } from "../shared/domain/amounts.js";
import type { IssuanceRequest, Item } from "../shared/domain/issuance-request.js";
import { Decimal, formatAmount, toCents } from "../shared/domain/money.js";
import { EXEMPT, findVatRate, toPercentage } from "../shared/domain/vat-rates.js";
import type { Letter } from "../shared/domain/voucher-type-table.js";
import { getVoucherType } from "../shared/domain/voucher-types.js";

/** One printed row, with or without VAT as its letter requires. All numbers are decimal strings with a point. */
export interface PrintedRow {
  code: string | null;
  description: string;
  quantity: string;
  unitType: number;
  unitPrice: string;
  discount: string;
  /** The percentage as sent; null when the discount is not a percentage. */
  discountRate: string | null;
  amount: string;
  vat: { kind: "rate"; percentage: string } | { kind: "exempt" | "notTaxable" };
  amountWithVat: string;
}

type RowsInput = Pick<IssuanceRequest, "voucherType" | "items" | "priceIncludesVat" | "settings">;

const maxPriceDecimals = 30;

/** Further decimals of a quantity are noise of binary fractions, as in 0.1 + 0.2. */
const maxQuantityDecimals = 10;

/**
 * The printed rows. In each, unit price × quantity, rounded half up to cents, minus the discount equals the line amount. The
 * unit price has as many decimals as that needs, at least `pricePrecision`. Letter A prints net prices, B and C final ones.
 * Source: api/README.md, rule 14; issuer/README.md, section 7.
 */
export function printedRows({ voucherType, items, priceIncludesVat, settings }: RowsInput, lines: LineAmounts[]) {
  const { letter } = getVoucherType(voucherType);
  return items.map((item, index): PrintedRow => {
    const line = lines[index];
    if (!line) throw new RangeError(`item ${index} has no line amounts`);
    const withVat = new Decimal(line.base).plus(line.vat);
    const amount = letter === "A" ? new Decimal(line.base) : withVat;
    const factor = basisFactor(letter, item, priceIncludesVat);
    const discount = factor ? toCents(factor(new Decimal(line.discount))) : new Decimal(line.discount);
    const price = new Decimal(item.price);
    const quantity = new Decimal(item.quantity).toDecimalPlaces(maxQuantityDecimals);
    const unitPrice = findUnitPrice({
      exact: factor ? factor(price) : price,
      quantity,
      gross: amount.plus(discount),
      decimals: settings.pricePrecision,
    });

    return {
      code: item.code,
      description: item.description,
      quantity: withDecimals(quantity, settings.quantityPrecision),
      unitType: item.unitType,
      unitPrice: withDecimals(unitPrice, settings.pricePrecision),
      discount: formatAmount(discount),
      discountRate: item.discountType === "percentage" && item.discount > 0 ? String(item.discount) : null,
      amount: formatAmount(amount),
      vat: describeVat(item),
      amountWithVat: formatAmount(withVat),
    };
  });
}

/** Converts an amount as sent, with or without VAT, to the printed basis. Undefined when both are the same. */
function basisFactor(letter: Letter, item: Item, priceIncludesVat: boolean) {
  const rate = findVatRate(item.taxType ?? 0);
  if (letter === "C" || !rate || rate.isZero()) return undefined;
  if (letter === "A" && priceIncludesVat) return (amount: Decimal) => amount.div(rate.plus(1));
  if (letter === "B" && !priceIncludesVat) return (amount: Decimal) => amount.times(rate.plus(1));
  return undefined;
}

interface UnitPriceSearch {
  exact: Decimal;
  quantity: Decimal;
  gross: Decimal;
  decimals: number;
}

/** Prefers the exact price, rounded, to the row's amount / quantity, so that rows of one product show the same price. */
function findUnitPrice({ exact, quantity, gross, decimals }: UnitPriceSearch): Decimal {
  const holds = (price: Decimal) => toCents(price.times(quantity)).equals(gross);
  const spread = gross.div(quantity);
  for (let places = decimals; places <= maxPriceDecimals; places += 1) {
    const candidates = [exact, spread].map((price) => price.toDecimalPlaces(places, Decimal.ROUND_HALF_UP));
    const found = candidates.find(holds);
    if (found) return found;
  }
  throw new RangeError(`no unit price times ${quantity} gives ${gross}`);
}

const withDecimals = (value: Decimal, atLeast: number): string =>
  value.toFixed(Math.max(atLeast, value.decimalPlaces()));

function describeVat(item: Item): PrintedRow["vat"] {
  const rate = findVatRate(item.taxType ?? 0);
  if (rate) return { kind: "rate", percentage: toPercentage(rate) };
  return { kind: item.taxType === EXEMPT ? "exempt" : "notTaxable" };
}
