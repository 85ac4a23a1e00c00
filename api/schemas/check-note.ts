import { computingAmounts } from "../../shared/domain/amounts.js";
import { currencyLabel } from "../../shared/domain/code-labels.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { type NoteRequest, type Original, toNote } from "../../shared/domain/note-of-voucher.js";
import type { Steps } from "../../shared/domain/steps.js";
import type { NoteKind } from "../../shared/domain/voucher-types.js";
import type { FieldFault } from "../http/errors.js";
import { fieldsWithFault, writeField } from "../http/field.js";
import type { Issuer } from "./asked-fce.js";
import { isJsonObject, noObject } from "./check-body.js";
import { type CheckedIssuance, checkTotal } from "./check-issuance.js";
import { findConditionFaults, findFarDates } from "./condition-faults.js";
import { toFaults } from "./faults.js";
import { creditNoteShape, noteShapes } from "./note-request.js";

/** Kind of a note, what it is of, its type, and today in Argentina, `YYYYMMDD`. */
export interface AskedNote extends Issuer {
  kind: NoteKind;
  original: Original;
  voucherType: number;
  today: string;
}

/**
 * All checks that need only the body and the original. The whole original is credited when the body of a credit has no items: then the
 * amounts are those that the original declared, to the cent, and not computed anew. The authority's split may have moved cents
 * of it, which a note's own computation would not.
 */
export function* checkingNote(
  raw: unknown,
  { kind, original, fce, withheldA, aliquotDecimals, ...type }: AskedNote,
): Steps<CheckedIssuance> {
  if (!isJsonObject(raw)) return { ok: false, faults: [{ field: null, message: noObject }] };
  const shaped = noteShapes[kind].safeParse(raw, { reportInput: true });
  yield;
  const faults = shaped.success ? [] : toFaults(shaped.error.issues);
  const whole = toNote(original, { ...nothingGiven, ...givenFields(raw) }, type);
  const known = fieldsWithFault(faults);
  for (const fault of [
    ...(kind === "credit" ? findOriginalFaults(raw, original) : []),
    ...findFarDates(givenFields(raw), whole.voucherDate),
    ...findConditionFaults(whole, { fce, withheldA, ...(aliquotDecimals && { aliquotDecimals }) }),
  ]) {
    const written = fault.field && writeField(fault.field);
    if (!known.has(written)) faults.push(fault);
    known.add(written);
  }
  if (!shaped.success || faults.length > 0) return { ok: false, faults };

  const body = toNote(original, shaped.data, type);
  const isFull = shaped.data.items === undefined;
  const checked = checkTotal(body, isFull ? original.amounts : yield* computingAmounts(body));
  return checked.ok ? { ...checked, noteOf: { kind, original, isFull } } : checked;
}

/** A body that says nothing. */
const nothingGiven: NoteRequest = { ...creditNoteShape.parse({ idempotency: "-" }), idempotency: "" };

/** The fields that the body has itself, unchecked: conditions are looked at together with the faults of single fields. */
const givenFields = (raw: object): Partial<NoteRequest> =>
  Object.fromEntries(
    Object.entries(raw).filter(
      ([field, value]) => Object.hasOwn(creditNoteShape.shape, field) && value !== undefined && value !== null,
    ),
  );

/** Conditions between the body and the original: without items the note has the original's items, tributes and currency. */
function findOriginalFaults(raw: object, original: Original): FieldFault[] {
  const { items, tributes, priceIncludesVat, currency } = givenFields(raw);
  if (items !== undefined) return [];
  if (original.isImported) return [{ field: "items", message: unknownItems }];
  const faults: FieldFault[] = [];
  if (tributes !== undefined) faults.push({ field: "tributes", message: wholeWith("tributes", "tributos") });
  if (typeof priceIncludesVat === "boolean" && priceIncludesVat !== original.payload.priceIncludesVat)
    faults.push({ field: "priceIncludesVat", message: wholeWith("prices", "precios") });
  if (currency !== undefined && (currency.id ?? "PES") !== original.currency.id)
    faults.push({ field: ["currency", "id"], message: wholeIn(original.currency.id) });
  return faults;
}

const unknownItems: LocalizedText = {
  en: "is required: the voucher was issued elsewhere, and its items are not known here",
  es: "Cargá las líneas: el comprobante se emitió en otro sistema y no las conocemos.",
};

const wholeWith = (en: string, es: string): LocalizedText => ({
  en: `must come with items: without items the whole voucher is credited, with its ${en}`,
  es: `Cargá también las líneas: sin ellas se acredita todo el comprobante, con sus ${es}.`,
});

const wholeIn = (currency: string): LocalizedText => ({
  en: `must be ${currency}: without items the whole voucher is credited, in its currency`,
  es: `Tiene que ser ${currencyLabel(currency)}: sin líneas se acredita todo el comprobante, en su moneda.`,
});
