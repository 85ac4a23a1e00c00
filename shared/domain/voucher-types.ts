export type Letter = "A" | "B" | "C";
export type VoucherKind = "invoice" | "debitNote" | "creditNote";

export interface VoucherTypeTraits {
  letter: Letter;
  kind: VoucherKind;
  /** A credit invoice (FCE MiPyME) or one of its notes. */
  isFce: boolean;
}

/** The types of each letter: invoice, debit note, credit note. */
const ordinary: Record<Letter, number[]> = { A: [1, 2, 3], B: [6, 7, 8], C: [11, 12, 13] };
const fce: Record<Letter, number[]> = { A: [201, 202, 203], B: [206, 207, 208], C: [211, 212, 213] };
const kinds: VoucherKind[] = ["invoice", "debitNote", "creditNote"];

/** The voucher types that this service issues. Source: api/README.md, rules 15 to 18 and "Credit invoices". */
const voucherTypes = new Map<number, VoucherTypeTraits>(
  [ordinary, fce].flatMap((family) =>
    (["A", "B", "C"] as const).flatMap((letter) =>
      kinds.flatMap((kind, at): [number, VoucherTypeTraits][] => {
        const code = family[letter][at];
        return code === undefined ? [] : [[code, { letter, kind, isFce: family === fce }]];
      }),
    ),
  ),
);

/** All types, by code. */
export const issuableTypes: readonly [number, VoucherTypeTraits][] = [...voucherTypes].sort(
  ([one], [other]) => one - other,
);

export const findVoucherType = (code: number): VoucherTypeTraits | undefined => voucherTypes.get(code);

/** @throws RangeError when this service does not issue the type */
export function getVoucherType(code: number): VoucherTypeTraits {
  const traits = voucherTypes.get(code);
  if (!traits) throw new RangeError(`voucher type ${code} cannot be issued`);
  return traits;
}

/** The credit invoice in place of an ordinary invoice. Undefined for all other types. */
export function findCreditInvoiceType(code: number): number | undefined {
  const traits = voucherTypes.get(code);
  return traits?.kind === "invoice" && !traits.isFce ? fce[traits.letter][0] : undefined;
}

/** The credit note of each type. Source: api/README.md, "Credit notes". */
const creditNotes = new Map<number, number>(
  [ordinary, fce].flatMap((family) =>
    Object.values(family).flatMap(([invoice = 0, debitNote = 0, creditNote = 0]): [number, number][] => [
      [invoice, creditNote],
      [debitNote, creditNote],
    ]),
  ),
);

/** The type of the credit note of a voucher. Undefined when such a voucher has none. */
export const findCreditNoteType = (code: number): number | undefined => creditNotes.get(code);

/** All types of credit notes, also those that are issued elsewhere and imported. */
export const creditNoteTypes = [...new Set([...creditNotes.values(), 53])];

export const isNote = (traits: VoucherTypeTraits): boolean => traits.kind !== "invoice";

/** A credit invoice (FCE MiPyME) or one of its notes. */
export const isFceType = (code: number): boolean => voucherTypes.get(code)?.isFce ?? false;

/**
 * The types that a company may issue: a registered taxpayer A and B, all others C; credit invoices only when it is set up for them.
 * Source: api/README.md, rules 15, 16 and "Credit invoices".
 */
export const voucherTypesOf = ({ taxType, hasFce }: { taxType: number; hasFce: boolean }): number[] =>
  [...voucherTypes].flatMap(([code, { letter, isFce }]) =>
    (letter === "C") === (taxType !== 1) && (hasFce || !isFce) ? [code] : [],
  );
