import { Decimal, formatAmount, sum } from "./money.js";

/** An amount, a string with two decimals, in a currency. `quotation` is pesos for one unit. */
export interface Money {
  total: string;
  currency: string;
  quotation: string | number;
}

/** A note of a voucher: issued, or on its way. */
export interface CountedNote extends Money {
  isCredit: boolean;
}

/** A credit that is more than what is left. Amounts are in the currency of the original. */
export interface Excess {
  asked: string;
  left: string;
  currency: string;
  /** The whole original was to be credited, and it has a credit note already. */
  isPartlyCredited: boolean;
}

/** A credit that is asked for. `isFull`: of the whole original, which then must not be credited at all yet. */
export interface Credit extends Money {
  isFull: boolean;
}

/**
 * Whether a credit is more than what is left of the original: its total and its debit notes', without its credit notes'. Every
 * note counts in full. Source: api/README.md, "Credit notes".
 */
export function findExcess(original: Money, notes: CountedNote[], credit: Credit): Excess | undefined {
  const countIn = (money: Money, rounding: Decimal.Rounding) => convertMoney(money, original, rounding);
  const credits = notes.filter(({ isCredit }) => isCredit);
  const debits = notes.filter(({ isCredit }) => !isCredit);
  const left = new Decimal(original.total)
    .plus(sum(debits.map((note) => countIn(note, Decimal.ROUND_DOWN))))
    .minus(sum(credits.map((note) => countIn(note, Decimal.ROUND_UP))));
  const asked = countIn(credit, Decimal.ROUND_UP);
  const isPartlyCredited = credit.isFull && credits.length > 0;
  if (asked.lte(left) && !isPartlyCredited) return undefined;
  return {
    asked: formatAmount(asked),
    left: formatAmount(Decimal.max(left, 0)),
    currency: original.currency,
    isPartlyCredited,
  };
}

/**
 * An amount in the currency of the original, by both quotations. What is credited is rounded up to the cent and what is debited
 * down, so that no number of small notes exceeds the original.
 */
export function convertMoney(money: Money, original: Money, rounding: Decimal.Rounding): Decimal {
  if (money.currency === original.currency) return new Decimal(money.total);
  return new Decimal(money.total).times(quotationOf(money)).div(quotationOf(original)).toDecimalPlaces(2, rounding);
}

/** The peso's quotation is always 1, even if an old voucher says otherwise. */
const quotationOf = ({ currency, quotation }: Money): Decimal => new Decimal(currency === "PES" ? 1 : quotation);
