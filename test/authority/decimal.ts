import { Decimal as Base } from "decimal.js";

/** The simulator's own arithmetic, independent of the product's, so that a mistake in one does not hide in the other. */
export const Decimal = Base.clone({ precision: 40 });
export type Decimal = Base;

export const sumOf = (amounts: (string | Decimal)[]): Decimal =>
  amounts.reduce<Decimal>((total, amount) => total.plus(amount), new Decimal(0));
