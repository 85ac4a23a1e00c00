import { Decimal } from "./money.js";
import { findVatRate, type VatRow } from "./vat-rates.js";
import { getVoucherType } from "./voucher-types.js";

const absolute = new Decimal("0.01");
const relative = new Decimal("0.0001");

/** Whether `vat` is acceptable for `base` at `rate`. Source: issuer/authority/README.md, section 4.1, read literally. */
export function isWithinTolerance(base: Decimal, vat: Decimal, rate: Decimal): boolean {
  const expected = base.times(rate);
  const error = vat.minus(expected).abs();
  return error.lte(absolute) || error.lte(expected.times(relative));
}

/**
 * False for C vouchers, and for credit and debit notes, which may differ. The notes of credit invoices are no exception.
 * Source: issuer/authority/README.md, sections 4.3 and 12.3.
 */
export function isHeldToTolerance(voucherType: number): boolean {
  const { letter, kind, isFce } = getVoucherType(voucherType);
  return letter !== "C" && (kind === "invoice" || isFce);
}

/** A rate whose declared VAT is too far from base × rate: the authority answers 10051. */
export interface VatBreach extends VatRow {
  /** Base × rate, rounded to cents. */
  expected: string;
}

/** The rates that the authority will refuse because lines were rounded. Source: issuer/authority/README.md, section 0.10. */
export function findVatBreaches({ vatRows }: { vatRows: VatRow[] }, voucherType: number): VatBreach[] {
  if (!isHeldToTolerance(voucherType)) return [];
  return vatRows.flatMap((row) => {
    const rate = findVatRate(row.taxType) ?? new Decimal(0);
    if (isWithinTolerance(new Decimal(row.base), new Decimal(row.amount), rate)) return [];
    return [{ ...row, expected: new Decimal(row.base).times(rate).toFixed(2) }];
  });
}
