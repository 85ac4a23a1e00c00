import { voucherTypes } from "../code-tables/voucher-types.js";
import { printFullNumber } from "../formats.js";
import type { ReportVoucher } from "./report-voucher.js";

const mostNames = 100;
const descriptions = new Map(voucherTypes.map(({ id, description }) => [Number(id), description]));

/** Vouchers to tell a person about. It keeps the names of the first 100, so any number of vouchers needs little memory. */
export interface NotedVouchers {
  count: number;
  /** "Factura B 00002-00000152". */
  names: string[];
}

export function noteVoucher(noted: NotedVouchers, voucher: ReportVoucher): void {
  noted.count++;
  if (noted.names.length < mostNames) noted.names.push(nameVoucher(voucher));
}

/** "Factura B 00002-00000152", with the authority's own name of the type. */
export function nameVoucher({ voucherType, posNumber, voucherNumber }: ReportVoucher): string {
  const type = descriptions.get(voucherType) ?? `Comprobante ${voucherType}`;
  return `${type} ${printFullNumber(posNumber, voucherNumber)}`;
}
