import { isRegistered } from "./issuer-conditions.js";
import { type Letter, type Regime, type VoucherKind, voucherTypeTable } from "./voucher-type-table.js";

/** A type that this service issues. */
export interface VoucherTypeTraits {
  letter: Letter;
  kind: VoucherKind;
  /** A credit invoice (FCE MiPyME) or one of its notes. */
  isFce: boolean;
  /** Letter A of a company that the authority put under withholding, or one of its notes. */
  isWithheld: boolean;
}

/** All types that this service issues, by code. Source: api/README.md, rules 15 to 18 and "Credit invoices". */
export const issuableTypes: readonly [number, VoucherTypeTraits][] = voucherTypeTable.flatMap(
  ({ code, letter, regime, kind }): [number, VoucherTypeTraits][] =>
    letter && kind ? [[code, { letter, kind, isFce: regime === "fce", isWithheld: regime === "withheld" }]] : [],
);

const voucherTypes = new Map(issuableTypes);

export const findVoucherType = (code: number): VoucherTypeTraits | undefined => voucherTypes.get(code);

/** @throws RangeError when this service does not issue the type */
export function getVoucherType(code: number): VoucherTypeTraits {
  const traits = voucherTypes.get(code);
  if (!traits) throw new RangeError(`voucher type ${code} cannot be issued`);
  return traits;
}

/** The codes of the types that this service issues and that are all of this, in order. */
export const typesOf = (asked: { letter?: Letter; regime?: Regime; kind?: VoucherKind }): number[] =>
  voucherTypeTable.flatMap((type) =>
    type.kind && Object.entries(asked).every(([trait, value]) => type[trait as keyof typeof asked] === value)
      ? [type.code]
      : [],
  );

/** @throws RangeError when there is none */
export function invoiceTypeOf(letter: Letter, regime: Regime = "ordinary"): number {
  const [code] = typesOf({ letter, regime, kind: "invoice" });
  if (code === undefined) throw new RangeError(`no ${regime} invoice has letter ${letter}`);
  return code;
}

/** The credit invoice in place of an ordinary invoice. Undefined for all other types, those under withholding too. */
export function findCreditInvoiceType(code: number): number | undefined {
  const traits = voucherTypes.get(code);
  return traits?.kind === "invoice" && !traits.isFce && !traits.isWithheld
    ? invoiceTypeOf(traits.letter, "fce")
    : undefined;
}

/** The type of that kind that has the letter and the regime of this one. */
const siblingOf = ({ letter, isFce, isWithheld }: VoucherTypeTraits, kind: VoucherKind): number | undefined =>
  issuableTypes.find(
    ([, one]) => one.kind === kind && one.letter === letter && one.isFce === isFce && one.isWithheld === isWithheld,
  )?.[0];

export type NoteKind = "credit" | "debit";

const noteKinds: Record<NoteKind, VoucherKind> = { credit: "creditNote", debit: "debitNote" };

/**
 * The type of the note of a voucher: a credit is of an invoice or a debit note, a debit of an invoice or a credit note. Undefined when such
 * a voucher has none. Source: api/README.md, "Credit notes", "Debit notes".
 */
export function findNoteType(note: NoteKind, code: number): number | undefined {
  const traits = voucherTypes.get(code);
  return traits && traits.kind !== noteKinds[note] ? siblingOf(traits, noteKinds[note]) : undefined;
}

/** The types that such a note can be of, in order. */
export const typesWithNote = (note: NoteKind): number[] =>
  issuableTypes.flatMap(([code]) => (findNoteType(note, code) === undefined ? [] : code));

export const creditNoteTypes = typesOf({ kind: "creditNote" });

/** The invoice of a note's letter, which it most likely modifies. Undefined for what is no note. */
export function findInvoiceOf(code: number): number | undefined {
  const traits = voucherTypes.get(code);
  return traits && isNote(traits) ? siblingOf(traits, "invoice") : undefined;
}

export const isNote = (traits: VoucherTypeTraits): boolean => traits.kind !== "invoice";

/** A credit invoice (FCE MiPyME) or one of its notes. */
export const isFceType = (code: number): boolean => voucherTypes.get(code)?.isFce ?? false;

/** Whether the type is of a company under withholding. */
export const isWithheldType = (code: number): boolean => voucherTypes.get(code)?.isWithheld ?? false;

/** Whether such a voucher may go on under CAEA. Source: issuer/README.md, section 13. */
export const mayBeUnderCaea = (code: number): boolean => !isFceType(code) && !isWithheldType(code);

/** Traits that decide which types a company may issue. */
interface VoucherIssuer {
  taxType: number;
  /** Set up for credit invoices. */
  hasFce: boolean;
  /** The authority put it into class A under withholding. */
  withheldA: boolean;
}

/**
 * The types that a company may issue: a registered taxpayer A and B, all others C; credit invoices and those under withholding only
 * when it is set up for them. Source: api/README.md, rules 15, 16, "Credit invoices" and "Class A under withholding".
 */
export const voucherTypesOf = ({ taxType, hasFce, withheldA }: VoucherIssuer): number[] =>
  issuableTypes.flatMap(([code, { letter, isFce, isWithheld }]) =>
    (letter === "C") !== isRegistered(taxType) && (hasFce || !isFce) && (withheldA || !isWithheld) ? [code] : [],
  );
