export type Letter = "A" | "B" | "C";
export type VoucherKind = "invoice" | "debitNote" | "creditNote";

export interface VoucherTypeTraits {
  letter: Letter;
  kind: VoucherKind;
}

/** The voucher types that this service issues. Source: api/README.md, rules 15 to 18. */
const voucherTypes = new Map<number, VoucherTypeTraits>([
  [1, { letter: "A", kind: "invoice" }],
  [2, { letter: "A", kind: "debitNote" }],
  [3, { letter: "A", kind: "creditNote" }],
  [6, { letter: "B", kind: "invoice" }],
  [7, { letter: "B", kind: "debitNote" }],
  [8, { letter: "B", kind: "creditNote" }],
  [11, { letter: "C", kind: "invoice" }],
  [12, { letter: "C", kind: "debitNote" }],
  [13, { letter: "C", kind: "creditNote" }],
]);

export const findVoucherType = (code: number): VoucherTypeTraits | undefined => voucherTypes.get(code);

/** @throws RangeError when this service does not issue the type */
export function getVoucherType(code: number): VoucherTypeTraits {
  const traits = voucherTypes.get(code);
  if (!traits) throw new RangeError(`voucher type ${code} cannot be issued`);
  return traits;
}

/** The credit note of each type. Credit invoices (FCE MiPyME) have notes of their own. Source: api/README.md, "Credit notes". */
const creditNotes = new Map<number, number>([
  [1, 3],
  [2, 3],
  [6, 8],
  [7, 8],
  [11, 13],
  [12, 13],
  [201, 203],
  [202, 203],
  [206, 208],
  [207, 208],
  [211, 213],
  [212, 213],
]);

/** The type of the credit note of a voucher. Undefined when such a voucher has none. */
export const findCreditNoteType = (code: number): number | undefined => creditNotes.get(code);

/** All types of credit notes, also those that are issued elsewhere and imported. */
export const creditNoteTypes = [...new Set([...creditNotes.values(), 53])];

export const isNote = (traits: VoucherTypeTraits): boolean => traits.kind !== "invoice";

/** The types that a company may issue: a registered taxpayer A and B, all others C. Source: api/README.md, rules 15, 16. */
export const voucherTypesOf = (issuerTaxType: number): number[] =>
  [...voucherTypes].flatMap(([code, { letter }]) => ((letter === "C") === (issuerTaxType !== 1) ? [code] : []));
