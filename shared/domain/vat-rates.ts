import { Decimal } from "./money.js";

/** One rate of the VAT breakdown. `rate` is a percentage: "21", "10.5". */
export interface VatRow {
  taxType: number;
  rate: string;
  base: string;
  amount: string;
}

/** VAT rates by code, as fractions. Source: api/README.md, rule 8; issuer/authority/README.md, section 7. */
const rates = new Map<number, Decimal>([
  [3, new Decimal(0)],
  [4, new Decimal("0.105")],
  [5, new Decimal("0.21")],
  [6, new Decimal("0.27")],
  [8, new Decimal("0.05")],
  [9, new Decimal("0.025")],
]);

export const vatCodes: readonly number[] = [...rates.keys()];

/** The code of an exempt line. It has no rate. */
export const EXEMPT = 2;

/** The rate of a taxable line. Undefined for exempt lines (2) and not taxable lines (1 or any other code). */
export const findVatRate = (taxType: number): Decimal | undefined => rates.get(taxType);

/** The rate as a percentage with the fewest decimals: "21", "10.5". */
export const toPercentage = (rate: Decimal): string => rate.times(100).toString();
