import { printFullNumber } from "./formats.js";
import { findKnownType, type VoucherKind } from "./voucher-type-table.js";
import { findVoucherType, getVoucherType } from "./voucher-types.js";

const titles: Record<VoucherKind, string> = {
  invoice: "Factura",
  debitNote: "Nota de Débito",
  creditNote: "Nota de Crédito",
};

const creditTitles: Record<VoucherKind, string> = { ...titles, invoice: "Factura de Crédito" };

/** A voucher's name without its letter. Credit invoices and their notes have a second part: "Electrónica MiPyMEs (FCE)". */
export interface VoucherTitle {
  title: string;
  regime: string | null;
}

/** Source: issuer/authority/README.md, sections 7 and 12.6. */
export function voucherTitle(voucherType: number): VoucherTitle {
  const { kind, isFce } = getVoucherType(voucherType);
  return isFce
    ? { title: creditTitles[kind], regime: "Electrónica MiPyMEs (FCE)" }
    : { title: titles[kind], regime: null };
}

/** Names of a voucher among those of its issuer. */
export interface NamedVoucher {
  voucherType: number;
  posNumber: number;
  voucherNumber: number;
}

/** "Nota de Crédito B", "Factura de Crédito Electrónica MiPyMEs (FCE) A". */
export function voucherTypeName(voucherType: number): string {
  const { title, regime } = voucherTitle(voucherType);
  const { letter, isWithheld } = getVoucherType(voucherType);
  return [title, regime ?? [], letter, isWithheld ? "(operación sujeta a retención)" : []].flat().join(" ");
}

/** The name of any voucher type, also of one that this service does not issue. */
export const referredVoucherTitle = (voucherType: number): string =>
  findVoucherType(voucherType)
    ? voucherTypeName(voucherType)
    : (findKnownType(voucherType)?.title ?? `Comprobante ${voucherType}`);

/**
 * "Nota-de-Credito-B-00002-00000701.pdf", "Factura-de-Credito-FCE-A-00002-00000701.pdf". Only ASCII characters, and at most 50, so
 * that every system accepts it and a mail names it in one piece.
 */
export function pdfFileName({ voucherType, posNumber, voucherNumber }: NamedVoucher): string {
  const { title, regime } = voucherTitle(voucherType);
  const { letter, isWithheld } = getVoucherType(voucherType);
  const kind = [regime ? "FCE" : [], letter, isWithheld ? "retencion" : []];
  const words = [title, kind, printFullNumber(posNumber, voucherNumber)].flat(2).join(" ");
  return `${words.normalize("NFD").replace(/\p{M}/gu, "").replaceAll(" ", "-")}.pdf`;
}

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
