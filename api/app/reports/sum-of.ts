import { Decimal } from "../../../shared/domain/money.js";

/** The sum of these fields of all rows, with two decimals. Each is an amount as the API gives it. */
export const sumOf = <Name extends string>(rows: readonly Record<Name, string>[], ...names: Name[]): string =>
  rows.reduce((sum, row) => names.reduce((part, name) => part.plus(row[name]), sum), new Decimal(0)).toFixed(2);
