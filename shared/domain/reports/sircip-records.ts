import { Decimal, formatAmount, toCents } from "../money.js";
import { getProvince } from "../perceptions/jurisdictions.js";
import type { PerceptionLine, Perceptions } from "../perceptions.js";
import { findVoucherType, getVoucherType } from "../voucher-types.js";
import type { NamedVoucher } from "../voucher-words.js";
import { toPesos } from "./pesos.js";
import type { SircipRecord } from "./sircip-return.js";

/** Voucher of a month that concerns SIRCIP: it has perceptions, or was imported with a perception of gross income tax. */
export interface PerceivedVoucher extends NamedVoucher {
  voucherDate: string;
  docNumber: string;
  /** 1 of pesos. */
  quotation: string;
  isImported: boolean;
  /** Null of an imported one. */
  perceptions: Perceptions | null;
  /** First voucher of ours that a credit note names. */
  original: NamedVoucher | null;
}

/** Lines of a voucher in the return, or why it is left out. In Spanish: LEEME.txt is a person's. */
export type SircipEntry = { records: SircipRecord[]; differs: SircipRecord[] } | { leftOut: string };

/** Records of a voucher, made of its stored lines alone. `differs`: those whose amount is not the one that was printed. */
export function toSircipEntry(voucher: PerceivedVoucher): SircipEntry {
  const { perceptions, isImported, original } = voucher;
  if (isImported || !perceptions) return { leftOut: "Se emitió en otro sistema: no se conocen sus líneas de SIRCIP." };
  const type = getVoucherType(voucher.voucherType);
  if (type.kind === "creditNote" && !original && perceptions.lines.length > 0)
    return { leftOut: "El comprobante que acredita no está en este sistema." };
  const lines = perceptions.lines.map((line) => ({ line, record: toRecord(voucher, perceptions, line) }));
  const differs = lines.filter(({ line, record }) => !isAsPrinted(line, record, voucher.quotation));
  return { records: lines.map(({ record }) => record), differs: differs.map(({ record }) => record) };
}

/** The base in pesos, and the amount computed again from it, because the portal does so. Letter A of the padrón has neither rate nor amount. */
function toRecord(
  { voucherType, posNumber, voucherNumber, voucherDate, docNumber, quotation, original }: PerceivedVoucher,
  { crc, deliveryStateId }: Perceptions,
  { record, baseAmount, aliquot }: PerceptionLine,
): SircipRecord {
  const { kind, letter } = getVoucherType(voucherType);
  const base = toPesos(baseAmount, quotation);
  const rate = record === 2 ? new Decimal(0) : new Decimal(aliquot);
  return {
    cuit: docNumber,
    crc,
    date: voucherDate,
    record,
    jurisdiction: getProvince(deliveryStateId).jurisdiction,
    kind,
    letter,
    posNumber,
    voucherNumber,
    base: formatAmount(base),
    rate: formatAmount(rate),
    amount: formatAmount(toCents(base.times(rate).div(100))),
    original: kind === "creditNote" && original ? toOriginal(original) : null,
  };
}

function toOriginal({ voucherType, posNumber, voucherNumber }: NamedVoucher): SircipRecord["original"] {
  const type = findVoucherType(voucherType);
  return type ? { kind: type.kind, letter: type.letter, posNumber, voucherNumber } : null;
}

/** The printed amount, in pesos. What is no tribute of the voucher was not printed. */
function isAsPrinted({ subtotal, tribute }: PerceptionLine, { amount }: SircipRecord, quotation: string): boolean {
  const printed = tribute === null ? new Decimal(0) : toPesos(subtotal, quotation);
  return printed.equals(amount);
}
