import { findVatRate } from "../vat-rates.js";
import { findVoucherType } from "../voucher-types.js";
import type { ReportVoucher } from "./report-voucher.js";

/** What the book says of a voucher's VAT: its rows, and why nothing is taxed, if nothing is. */
export interface BookRates {
  operation: "0" | "A" | "E" | "N";
  rows: ReportVoucher["vatRows"];
}

export const isZero = (amount: string): boolean => !/[1-9]/.test(amount);

/** Vouchers of the letter C have no VAT; 15 is a receipt. */
export const isLetterC = (voucherType: number): boolean =>
  voucherType === 15 || findVoucherType(voucherType)?.letter === "C";

/** At least one row for each voucher but C's. Rows without any amount, which old notes may have, are none. */
export function toBookRates({ voucherType, vatRows, exempt, notTaxable }: ReportVoucher): BookRates {
  if (isLetterC(voucherType)) return { operation: "0", rows: [] };
  const rows = vatRows.filter(({ base, amount }) => !isZero(base) || !isZero(amount));
  if (rows.length > 0) return { operation: "0", rows };
  const operation = isZero(exempt) ? (isZero(notTaxable) ? "A" : "N") : "E";
  return { operation, rows: [{ taxType: 3, base: "0.00", amount: "0.00" }] };
}

/** Whether each row has a rate of the authority's, and no rate comes twice. */
export const areKnownRates = ({ rows }: BookRates): boolean =>
  rows.every(({ taxType }) => findVatRate(taxType)) && new Set(rows.map(({ taxType }) => taxType)).size === rows.length;
