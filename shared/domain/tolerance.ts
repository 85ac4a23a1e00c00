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

/** A rate whose declared VAT the authority refuses. */
export interface VatBreach extends VatRow {
  /** 10051: too far from base × rate. 10018: the whole voucher has no VAT, which only rates of 0 % may have. */
  code: 10051 | 10018;
  /** Base × rate, rounded to cents, and a cent at least. */
  expected: string;
}

/**
 * The rates that the authority will refuse because lines were rounded. Notes are not held to the tolerance, but no voucher may come to no
 * VAT at a rate that is not 0 %. Source: issuer/authority/README.md, sections 0.10 and 4.3.
 */
export function findVatBreaches(
  { vat, vatRows }: { vat: string; vatRows: VatRow[] },
  voucherType: number,
): VatBreach[] {
  const hasVat = !new Decimal(vat).isZero();
  return vatRows.flatMap((row) => {
    const rate = findVatRate(row.taxType) ?? new Decimal(0);
    const expected = new Decimal(row.base).times(rate);
    const isFar =
      isHeldToTolerance(voucherType) && !isWithinTolerance(new Decimal(row.base), new Decimal(row.amount), rate);
    if (!isFar && (hasVat || rate.isZero())) return [];
    return [{ ...row, code: isFar ? 10051 : 10018, expected: Decimal.max(expected, absolute).toFixed(2) }];
  });
}
