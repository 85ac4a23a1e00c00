import { Decimal as Base } from "decimal.js";

/** The simulator's own arithmetic, apart from the product's, so that neither repeats the other's mistakes. */
export const Decimal = Base.clone({ precision: 40 });
export type Decimal = Base;

export const sumOf = (amounts: (string | Decimal)[]): Decimal =>
  amounts.reduce<Decimal>((total, amount) => total.plus(amount), new Decimal(0));
