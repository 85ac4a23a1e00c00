import type { Amounts, LineAmounts } from "./amounts.js";
import type { Item } from "./issuance-request.js";
import { Decimal, formatAmount, sum } from "./money.js";
import { findVatBreaches } from "./tolerance.js";
import type { VatRow } from "./vat-rates.js";
import { getVoucherType } from "./voucher-types.js";

type DeclaredSums = Pick<Amounts, "net" | "vat" | "exempt" | "notTaxable" | "vatRows">;

/** A voucher or a credit of it, by its lines and what it declared. `items` is null where they are not known. */
export interface LinedVoucher {
  items: readonly Item[] | null;
  priceIncludesVat: boolean;
  currency: { id: string; quotation: number | string };
  amounts: DeclaredSums;
}

/** A note that credits some items of an original. */
export interface PartialCredit extends LinedVoucher {
  voucherType: number;
  items: readonly Item[];
  amounts: Amounts;
}

/**
 * Amounts of a credit note. Its lines are rounded one by one, and the original's VAT may have been moved by cents: so the parts of a voucher
 * can come to more or less than the whole. A note whose items are what is left of the original's items takes what is left of its declared
 * amounts, at most a cent away from its own for each line that was rounded. Source: api/README.md, "Credit notes".
 */
export function amountsOfRest(original: LinedVoucher, credits: readonly LinedVoucher[], note: PartialCredit): Amounts {
  const all = [original, ...credits, note];
  const isAlike = all.every(
    ({ currency, priceIncludesVat }) =>
      currency.id === note.currency.id &&
      new Decimal(currency.quotation).eq(note.currency.quotation) &&
      priceIncludesVat === note.priceIncludesVat,
  );
  if (!isAlike || getVoucherType(note.voucherType).letter === "C" || !isRestOfItems(original, credits, note))
    return note.amounts;
  const left = subtract(
    original.amounts,
    credits.map(({ amounts }) => amounts),
  );
  const rounded = countByRate(all.flatMap(({ items }) => items ?? []));
  const lines = moveVat(note, left.vatRows, rounded);
  if (!lines) return note.amounts;
  const { tributes, exempt, notTaxable } = note.amounts;
  const total = sum([left.net, left.vat, exempt, notTaxable, tributes].map((amount) => new Decimal(amount)));
  const rest: Amounts = { ...left, tributes, total: formatAmount(total), lines, rounding: "authority" };
  const isWhole = rest.exempt === exempt && rest.notTaxable === notTaxable;
  return isWhole && findVatBreaches(rest, note.voucherType).length === 0 ? rest : note.amounts;
}

function isRestOfItems(original: LinedVoucher, credits: readonly LinedVoucher[], note: PartialCredit): boolean {
  const left = new Map<string, Decimal>();
  const count = (items: readonly Item[], sign: 1 | -1) => {
    for (const item of items) {
      const key = priceOf(item);
      left.set(key, (left.get(key) ?? new Decimal(0)).plus(new Decimal(item.quantity).times(sign)));
    }
  };
  if (original.items === null) return false;
  count(original.items, 1);
  for (const { items } of credits) {
    if (items === null) return false;
    count(items, -1);
  }
  count(note.items, -1);
  return [...left.values()].every((quantity) => quantity.isZero());
}

/** Terms that decide the amount of a unit. A discount that is an amount is of the line, so such a line is credited whole. */
const priceOf = ({ price, taxType, discount, discountType, quantity }: Item): string =>
  JSON.stringify([
    price,
    taxType,
    discount,
    discount === 0 ? null : [discountType, discountType === "amount" && quantity],
  ]);

function subtract(whole: DeclaredSums, parts: readonly DeclaredSums[]): DeclaredSums {
  const less = (from: string, those: (string | undefined)[]) =>
    formatAmount(new Decimal(from).minus(sum(those.map((amount) => new Decimal(amount ?? 0)))));
  const rowOf = (of: DeclaredSums, taxType: number) => of.vatRows.find((row) => row.taxType === taxType);
  const leftOf = (part: keyof Omit<DeclaredSums, "vatRows">) =>
    less(
      whole[part],
      parts.map((each) => each[part]),
    );
  const vatRows = whole.vatRows.map((row) => ({
    ...row,
    base: less(
      row.base,
      parts.map((each) => rowOf(each, row.taxType)?.base),
    ),
    amount: less(
      row.amount,
      parts.map((each) => rowOf(each, row.taxType)?.amount),
    ),
  }));
  return {
    net: leftOf("net"),
    vat: leftOf("vat"),
    exempt: leftOf("exempt"),
    notTaxable: leftOf("notTaxable"),
    vatRows: vatRows.filter(({ base, amount }) => !new Decimal(base).isZero() || !new Decimal(amount).isZero()),
  };
}

function countByRate(items: readonly Item[]): Map<number | null, number> {
  const counts = new Map<number | null, number>();
  for (const { taxType } of items) counts.set(taxType, (counts.get(taxType) ?? 0) + 1);
  return counts;
}

/** The note's lines with the VAT that is left, rate by rate. Undefined when that is more than their rounding away. @param rounded how many lines of each rate were rounded */
function moveVat(note: PartialCredit, left: VatRow[], rounded: Map<number | null, number>): LineAmounts[] | undefined {
  const lines = note.amounts.lines.map((line) => ({ ...line }));
  const own = new Map(note.amounts.vatRows.map((row) => [row.taxType, row]));
  if (left.length !== own.size) return undefined;
  for (const { taxType, base, amount } of left) {
    const row = own.get(taxType);
    if (!row) return undefined;
    const cents = centsBetween(amount, row.amount);
    const baseCents = centsBetween(base, row.base);
    if (baseCents !== (note.priceIncludesVat ? -cents : 0) || Math.abs(cents) > (rounded.get(taxType) ?? 0))
      return undefined;
    const ofRate = lines.filter((_, index) => note.items[index]?.taxType === taxType);
    if (!spread(ofRate, cents, note.priceIncludesVat)) return undefined;
  }
  return lines;
}

const centsBetween = (one: string, other: string): number => new Decimal(one).minus(other).times(100).toNumber();

/** Moves cents of VAT, one a line, starting with the largest. False when a line would go below nothing. */
function spread(lines: LineAmounts[], cents: number, priceIncludesVat: boolean): boolean {
  const bySize = lines.toSorted((a, b) => new Decimal(b.amount).cmp(a.amount));
  const step = new Decimal(Math.sign(cents)).div(100);
  for (let moved = 0; moved < Math.abs(cents); moved += 1) {
    const line = bySize[moved % bySize.length];
    if (!line) return false;
    line.vat = formatAmount(new Decimal(line.vat).plus(step));
    if (priceIncludesVat) line.base = formatAmount(new Decimal(line.base).minus(step));
    if (new Decimal(line.vat).isNegative() || new Decimal(line.base).isNegative()) return false;
  }
  return true;
}
