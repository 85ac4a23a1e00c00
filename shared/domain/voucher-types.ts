import { isRegistered } from "./issuer-conditions.js";

export type Letter = "A" | "B" | "C";
export type VoucherKind = "invoice" | "debitNote" | "creditNote";

export interface VoucherTypeTraits {
  letter: Letter;
  kind: VoucherKind;
  /** A credit invoice (FCE MiPyME) or one of its notes. */
  isFce: boolean;
  /** Letter A of a company that the authority put under withholding, or one of its notes. */
  isWithheld: boolean;
}

/** The types of each letter: invoice, debit note, credit note. */
const ordinary: Record<Letter, number[]> = { A: [1, 2, 3], B: [6, 7, 8], C: [11, 12, 13] };
/** "Operación sujeta a retención". Source: RG 5762/2025; issuer/authority/README.md, section 16.2. */
const withheld: Record<Letter, number[]> = { A: [51, 52, 53], B: [], C: [] };
const fce: Record<Letter, number[]> = { A: [201, 202, 203], B: [206, 207, 208], C: [211, 212, 213] };
const families = [ordinary, withheld, fce];
const kinds: VoucherKind[] = ["invoice", "debitNote", "creditNote"];

/** The voucher types that this service issues. Source: api/README.md, rules 15 to 18 and "Credit invoices". */
const voucherTypes = new Map<number, VoucherTypeTraits>(
  families.flatMap((family) =>
    (["A", "B", "C"] as const).flatMap((letter) =>
      kinds.flatMap((kind, at): [number, VoucherTypeTraits][] => {
        const code = family[letter][at];
        return code === undefined
          ? []
          : [[code, { letter, kind, isFce: family === fce, isWithheld: family === withheld }]];
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

/** The credit invoice in place of an ordinary invoice. Undefined for all other types, those under withholding too. */
export function findCreditInvoiceType(code: number): number | undefined {
  const traits = voucherTypes.get(code);
  return traits?.kind === "invoice" && !traits.isFce && !traits.isWithheld ? fce[traits.letter][0] : undefined;
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
  const ofLetters = families.flatMap((family) => Object.values(family).filter(({ length }) => length > 0));
  return new Map(ofLetters.flatMap(ofFamily));
}

/** The type of the note of a voucher. Undefined when such a voucher has none. Source: api/README.md, "Credit notes", "Debit notes". */
export const findNoteType = (kind: NoteKind, code: number): number | undefined => noteTypes[kind].get(code);

/** The types that such a note can be of, in order. */
export const typesWithNote = (kind: NoteKind): number[] =>
  [...noteTypes[kind].keys()].sort((one, other) => one - other);

export const creditNoteTypes = [...new Set(noteTypes.credit.values())];

/** The invoice of a note's letter, which it most likely modifies. Undefined for what is no note. */
export function findInvoiceOf(code: number): number | undefined {
  const traits = voucherTypes.get(code);
  return traits && isNote(traits) ? familyOf(traits)[traits.letter][0] : undefined;
}

const familyOf = ({ isFce, isWithheld }: VoucherTypeTraits) => (isFce ? fce : isWithheld ? withheld : ordinary);

export const isNote = (traits: VoucherTypeTraits): boolean => traits.kind !== "invoice";

/** A credit invoice (FCE MiPyME) or one of its notes. */
export const isFceType = (code: number): boolean => voucherTypes.get(code)?.isFce ?? false;

/** Of a company under withholding. */
export const isWithheldType = (code: number): boolean => voucherTypes.get(code)?.isWithheld ?? false;

/** Whether such a voucher may go on under CAEA. Source: issuer/README.md, section 13. */
export const mayBeUnderCaea = (code: number): boolean => !isFceType(code) && !isWithheldType(code);

/** What decides which types a company may issue. */
interface VoucherIssuer {
  taxType: number;
  /** It is set up for credit invoices. */
  hasFce: boolean;
  /** The authority put it into class A under withholding. */
  withheldA: boolean;
}

/**
 * The types that a company may issue: a registered taxpayer A and B, all others C; credit invoices and those under withholding only
 * when it is set up for them. Source: api/README.md, rules 15, 16, "Credit invoices" and "Class A under withholding".
 */
export const voucherTypesOf = ({ taxType, hasFce, withheldA }: VoucherIssuer): number[] =>
  [...voucherTypes].flatMap(([code, { letter, isFce, isWithheld }]) =>
    (letter === "C") !== isRegistered(taxType) && (hasFce || !isFce) && (withheldA || !isWithheld) ? [code] : [],
  );
