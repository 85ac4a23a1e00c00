import { Decimal } from "decimal.js";

// Enough digits for the exact product of any two accepted numbers, before it is rounded to cents.
Decimal.set({ precision: 60, toExpNeg: -40, toExpPos: 40 });

export { Decimal };

/** Rounds to cents, halves away from zero. All rounding of amounts is done here. Source: api/README.md, "Calculation". */
export const toCents = (amount: Decimal): Decimal => amount.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);

/** The amount in the form of the API, the database and the authority: "1234.50". */
export const formatAmount = (amount: Decimal): string => amount.toFixed(2);

export const sum = (amounts: Decimal[]): Decimal =>
  amounts.reduce((total, amount) => total.plus(amount), new Decimal(0));
