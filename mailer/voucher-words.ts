import type { PrintableVoucher } from "../shared/domain/printable-voucher.js";
import { getVoucherType, type VoucherKind } from "../shared/domain/voucher-types.js";

const titles: Record<VoucherKind, string> = {
  invoice: "Factura",
  debitNote: "Nota de Débito",
  creditNote: "Nota de Crédito",
};

const currencySigns = new Map([
  ["PES", "$"],
  ["DOL", "US$"],
]);

/** "Factura B 00002-00000701". */
export function voucherName({ voucherType, posNumber, voucherNumber }: PrintableVoucher): string {
  const { letter, kind } = getVoucherType(voucherType);
  return `${titles[kind]} ${letter} ${String(posNumber).padStart(5, "0")}-${String(voucherNumber).padStart(8, "0")}`;
}

/** "$ 1.234,50". */
export function voucherTotal({ amounts, body }: PrintableVoucher): string {
  const [integer = "0", cents = "00"] = amounts.total.split(".");
  const currency = body.currency.id;
  return `${currencySigns.get(currency) ?? currency} ${integer.replace(/\B(?=(\d{3})+$)/g, ".")},${cents}`;
}

/** "20261121" is "21/11/2026". */
export const mailDate = (date: string): string => date.replace(/^(\d{4})(\d{2})(\d{2})$/, "$3/$2/$1");

/** "30712345671" is "30-71234567-1". */
export const mailTaxId = (cuit: string): string => cuit.replace(/^(\d{2})(\d{8})(\d)$/, "$1-$2-$3");
