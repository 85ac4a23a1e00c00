import { getVoucherType, type VoucherKind } from "./voucher-types.js";

const titles: Record<VoucherKind, string> = {
  invoice: "Factura",
  debitNote: "Nota-de-Debito",
  creditNote: "Nota-de-Credito",
};

/** "Factura-B-00002-00000701.pdf": plain characters only, so that every system takes it. */
export function pdfFileName(voucher: { voucherType: number; posNumber: number; voucherNumber: number }): string {
  const { letter, kind } = getVoucherType(voucher.voucherType);
  const number = `${String(voucher.posNumber).padStart(5, "0")}-${String(voucher.voucherNumber).padStart(8, "0")}`;
  return `${titles[kind]}-${letter}-${number}.pdf`;
}
