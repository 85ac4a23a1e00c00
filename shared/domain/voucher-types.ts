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

export type NoteKind = "credit" | "debit";

/** The note of each type: a credit is of an invoice or a debit note, a debit of an invoice or a credit note. */
const noteTypes: Record<NoteKind, ReadonlyMap<number, number>> = {
  credit: toNoteTypes(([invoice = 0, debit = 0, credit = 0]) => [
    [invoice, credit],
    [debit, credit],
  ]),
  debit: toNoteTypes(([invoice = 0, debit = 0, credit = 0]) => [
    [invoice, debit],
    [credit, debit],
  ]),
};

function toNoteTypes(ofFamily: (types: number[]) => [number, number][]) {
  return new Map([ordinary, fce].flatMap((family) => Object.values(family).flatMap(ofFamily)));
}

/** The type of the note of a voucher. Undefined when such a voucher has none. Source: api/README.md, "Credit notes", "Debit notes". */
export const findNoteType = (kind: NoteKind, code: number): number | undefined => noteTypes[kind].get(code);

/** The types that such a note can be of, in order. */
export const typesWithNote = (kind: NoteKind): number[] =>
  [...noteTypes[kind].keys()].sort((one, other) => one - other);

/** All types of credit notes, also those that are issued elsewhere and imported. */
export const creditNoteTypes = [...new Set([...noteTypes.credit.values(), 53])];

/** The invoice of a note's letter, which it most likely modifies. Undefined for what is no note. */
export function findInvoiceOf(code: number): number | undefined {
  const traits = voucherTypes.get(code);
  return traits && isNote(traits) ? (traits.isFce ? fce : ordinary)[traits.letter][0] : undefined;
}

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
