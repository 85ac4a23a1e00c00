import { Decimal } from "decimal.js";

// Wide enough for the product of any two accepted numbers to be exact before it is rounded to cents.
Decimal.set({ precision: 60, toExpNeg: -40, toExpPos: 40 });

export { Decimal };

/** Rounds to cents, halves away from zero. The only place where an amount is rounded. Source: api/README.md, "Calculation". */
export const toCents = (amount: Decimal): Decimal => amount.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);

/** The amount as the API, the database and the authority write it: "1234.50". */
export const formatAmount = (amount: Decimal): string => amount.toFixed(2);

export const sum = (amounts: Decimal[]): Decimal =>
  amounts.reduce((total, amount) => total.plus(amount), new Decimal(0));
