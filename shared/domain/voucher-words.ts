import { printFullNumber } from "./formats.js";
import { getVoucherType, type VoucherKind } from "./voucher-types.js";

const titles: Record<VoucherKind, string> = {
  invoice: "Factura",
  debitNote: "Nota de Débito",
  creditNote: "Nota de Crédito",
};

export const voucherTitle = (kind: VoucherKind): string => titles[kind];

interface NamedVoucher {
  voucherType: number;
  posNumber: number;
  voucherNumber: number;
}

/** "Nota de Crédito B". */
export function voucherTypeName(voucherType: number): string {
  const { letter, kind } = getVoucherType(voucherType);
  return `${voucherTitle(kind)} ${letter}`;
}

/** The usual way to name a voucher: "Nota de Crédito B 00002-00000701". */
export const voucherName = ({ voucherType, posNumber, voucherNumber }: NamedVoucher): string =>
  `${voucherTypeName(voucherType)} ${printFullNumber(posNumber, voucherNumber)}`;

/** "Nota-de-Credito-B-00002-00000701.pdf". Only ASCII characters, so that every system accepts it. */
export const pdfFileName = (voucher: NamedVoucher): string =>
  `${voucherName(voucher).normalize("NFD").replace(/\p{M}/gu, "").replaceAll(" ", "-")}.pdf`;

const currencySigns = new Map<string, string>([
  ["PES", "$"],
  ["DOL", "US$"],
  ["002", "US$"],
  ["060", "€"],
  ["021", "£"],
  ["012", "R$"],
]);

/** The sign to print before an amount: "$", "US$", or the authority's code of the currency. */
export const currencySign = (currency: string): string => currencySigns.get(currency) ?? currency;
