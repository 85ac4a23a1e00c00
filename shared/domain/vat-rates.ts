import { vatRates } from "./code-tables/vat-rates.js";
import { Decimal } from "./money.js";

/** One rate of the VAT breakdown. `rate` is a percentage: "21", "10.5". */
export interface VatRow {
  taxType: number;
  rate: string;
  base: string;
  amount: string;
}

/** The authority's percentages by code, as fractions. Source: api/README.md, rule 8. */
const rates = new Map(
  vatRates.map(({ id, description }) => [Number(id), new Decimal(description.replace("%", "")).div(100)]),
);

export const vatCodes: readonly number[] = [...rates.keys()];

/** The code of an exempt line. It has no rate. */
export const EXEMPT = 2;

/** The rate of a taxable line. Undefined for exempt lines (2) and not taxable lines (1 or any other code). */
export const findVatRate = (taxType: number): Decimal | undefined => rates.get(taxType);

/** The rate as a percentage with the fewest decimals: "21", "10.5". */
export const toPercentage = (rate: Decimal): string => rate.times(100).toString();
