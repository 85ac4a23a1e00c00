import { printFullNumber } from "../formats.js";
import { findKnownType } from "../voucher-type-table.js";
import type { NamedVoucher } from "../voucher-words.js";
import type { ReportVoucher } from "./report-voucher.js";

const maxNames = 100;

/** Vouchers to tell a person about. It keeps the names of the first 100, so any number of vouchers needs little memory. */
export interface NotedVouchers {
  count: number;
  /** "Factura B 00002-00000152". */
  names: string[];
}

export function noteVoucher(noted: NotedVouchers, voucher: ReportVoucher): void {
  noted.count++;
  if (noted.names.length < maxNames) noted.names.push(nameVoucher(voucher));
}

/** "Factura B 00002-00000152", with the authority's own name of the type. */
export function nameVoucher({ voucherType, posNumber, voucherNumber }: NamedVoucher): string {
  const type = findKnownType(voucherType)?.name ?? `Comprobante ${voucherType}`;
  return `${type} ${printFullNumber(posNumber, voucherNumber)}`;
}
