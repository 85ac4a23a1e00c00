import { Decimal } from "../money.js";
import { findVatRate } from "../vat-rates.js";
import { findKnownType } from "../voucher-type-table.js";
import type { ReportVoucher } from "./report-voucher.js";

/** Rows of a voucher's VAT in the book, and why nothing is taxed, if nothing is. */
export interface BookRates {
  operation: "0" | "A" | "E" | "N" | "X";
  rows: ReportVoucher["vatRows"];
}

const zeroRate = 3;

export const isZero = (amount: string): boolean => !/[1-9]/.test(amount);

/** Vouchers of the letter C have no VAT, nor do their receipts. */
export const isLetterC = (voucherType: number): boolean => findKnownType(voucherType)?.letter === "C";

/** At least one row for each voucher but C's. Rows without any amount, which old notes may have, are none. */
export function toBookRates(voucher: ReportVoucher): BookRates {
  const { voucherType, vatRows } = voucher;
  if (isLetterC(voucherType)) return { operation: "0", rows: [] };
  const rows = vatRows.filter(({ base, amount }) => !isZero(base) || !isZero(amount));
  if (rows.length === 0)
    return { operation: untaxed(voucher) ?? "A", rows: [{ taxType: zeroRate, base: "0.00", amount: "0.00" }] };
  const isTaxed = rows.some(({ taxType }) => taxType !== zeroRate);
  return { operation: (isTaxed ? undefined : untaxed(voucher)) ?? "0", rows };
}

/**
 * Why nothing is taxed above 0 %. What is sold at 0 % alone is taxed, at a rate that comes to nothing: the authority's table has no letter for
 * that, so it is `0`, none, and its row tells. Beside it, what is exempt or not taxable is said.
 */
function untaxed({ voucherType, exempt, notTaxable }: ReportVoucher): "E" | "N" | "X" | undefined {
  // They are issued elsewhere; a book that has them says so.
  if (findKnownType(voucherType)?.regime === "export") return "X";
  if (!isZero(exempt)) return "E";
  return isZero(notTaxable) ? undefined : "N";
}

/** Whether each row has a rate of the authority's, and no rate comes twice. */
export const areKnownRates = ({ rows }: BookRates): boolean =>
  rows.every(({ taxType }) => findVatRate(taxType)) && new Set(rows.map(({ taxType }) => taxType)).size === rows.length;

/** By how much the portal lets a rate's VAT be off. Source: issuer/authority/README.md, section 14.6. */
const portalTolerance = new Decimal("0.50");

/** The rates whose VAT the portal is said to refuse: the authority holds no note to its own tolerance, so lines that were rounded add up. */
export const findFarRates = ({ rows }: BookRates): BookRates["rows"] =>
  rows.filter(({ taxType, base, amount }) => {
    const expected = new Decimal(base).times(findVatRate(taxType) ?? 0);
    return expected.minus(amount).abs().gt(portalTolerance);
  });

/** Whether no row says anything: the one that stands there because a voucher has one. */
export const isWithoutDetail = ({ rows }: BookRates): boolean =>
  rows.length > 0 && rows.every(({ base, amount }) => isZero(base) && isZero(amount));
