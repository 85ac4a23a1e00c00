import { docTypeLabel } from "../shared/domain/code-labels.js";
import { printRate, printTaxId } from "../shared/domain/formats.js";
import { Decimal } from "../shared/domain/money.js";
import { printedOptionals } from "../shared/domain/optionals/optionals.js";
import type { PrintableVoucher } from "../shared/domain/printable-voucher.js";
import { printableText } from "./printable-text.js";

/** A tax id with its dashes, like everywhere else on the page. */
const printOptional = (value: string) => (/^\d{11}$/.test(value) ? printTaxId(value) : value);

/** Lists the optional fields that the norm wants on the page, and every buyer with its share. Nothing for nearly all vouchers. */
export function furtherFields({ body: { optionals, buyers } }: PrintableVoucher): { label: string; value: string }[] {
  const values = new Map<string, string[]>();
  for (const { label, value } of printedOptionals(optionals ?? []))
    values.set(label, [...(values.get(label) ?? []), printOptional(printableText(value, 250))]);
  for (const { docType, docNumber, share } of buyers ?? []) {
    const buyer = `${docTypeLabel(docType)} ${printTaxId(printableText(docNumber, 20))}: ${printRate(new Decimal(share).toFixed())}`;
    values.set("Compradores", [...(values.get("Compradores") ?? []), buyer]);
  }
  return [...values].map(([label, all]) => ({ label, value: all.join(" · ") }));
}
