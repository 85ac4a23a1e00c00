import type { Caller } from "../../shared/db/company/caller.js";
import { findOriginal } from "../../shared/db/issuing/credits.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { Original } from "../../shared/domain/note-of-voucher.js";
import { typeName } from "../../shared/domain/spanish.js";
import {
  findNoteType,
  isFceType,
  isWithheldType,
  type NoteKind,
  typesWithNote,
} from "../../shared/domain/voucher-types.js";
import { businessFault } from "../http/errors.js";
import { noVoucher } from "../http/refusals.js";
import type { Issuer } from "../schemas/asked-fce.js";
import type { IssuingDeps } from "./deps.js";
import { issuerOf } from "./issuer-of.js";

const hasNone: Record<NoteKind, (voucherType: number, types: string) => LocalizedText> = {
  credit: (voucherType, types) => ({
    en: `A voucher of type ${voucherType} cannot be credited: invoices and debit notes can (${types}).`,
    es: `No se le puede hacer nota de crédito a un comprobante de tipo ${voucherType} (${typeName(voucherType)}): solamente a facturas y notas de débito (${types}).`,
    app: `No se le puede hacer nota de crédito a ${typeName(voucherType)}: solamente a facturas y notas de débito.`,
  }),
  debit: (voucherType, types) => ({
    en: `A voucher of type ${voucherType} cannot be debited: invoices and credit notes can (${types}).`,
    es: `No se le puede hacer nota de débito a un comprobante de tipo ${voucherType} (${typeName(voucherType)}): solamente a facturas y notas de crédito (${types}).`,
    app: `No se le puede hacer nota de débito a ${typeName(voucherType)}: solamente a facturas y notas de crédito.`,
  }),
};

const needsFce: LocalizedText = {
  en: "The voucher is a credit invoice (FCE MiPyME), which this company does not issue: set its fce with PATCH /fiscal-data first.",
  es: "Es una factura de crédito (FCE MiPyME) y la empresa no está configurada para emitirlas: primero cargá el CBU en Datos fiscales.",
};

const needsWithheldA: LocalizedText = {
  en: "The voucher is letter A under withholding, which this company does not issue: set its withheldA with PATCH /fiscal-data first.",
  es: "Es clase A sujeta a retención y la empresa no está configurada para emitirla: primero marcala en Datos fiscales.",
};

const unknownReceiver = (kind: NoteKind): LocalizedText => ({
  en: `The voucher was issued elsewhere, and the VAT condition of its receiver is not known here. Issue its ${kind} note with POST /invoices.`,
  es: "El comprobante se emitió en otro sistema y no conocemos la condición de IVA del receptor: hacé la nota con POST /invoices.",
  app: "El comprobante se emitió en otro sistema y no conocemos la condición de IVA del receptor: hacé la nota desde Emitir.",
});

/**
 * A voucher that can have such a note, and the type of the note. Source: api/README.md, "Credit notes", "Debit notes".
 * @throws ApiError 404 without such a voucher, 400 when it has no such notes
 */
export async function getOriginal(
  deps: IssuingDeps,
  caller: Caller,
  kind: NoteKind,
  id: number,
): Promise<Issuer & { kind: NoteKind; original: Original; voucherType: number }> {
  const original = await findOriginal(deps.issuing.of(caller), caller, id);
  if (!original) throw noVoucher();
  const voucherType = findNoteType(kind, original.voucherType);
  if (voucherType === undefined)
    throw businessFault(hasNone[kind](original.voucherType, typesWithNote(kind).join(", ")));
  const issuer = await issuerOf(deps, caller, voucherType);
  if (isFceType(voucherType) && !issuer.fce) throw businessFault(needsFce);
  if (isWithheldType(voucherType) && !issuer.withheldA) throw businessFault(needsWithheldA);
  const { customer, receiverTaxConditionId } = original.payload;
  if ((receiverTaxConditionId ?? customer.taxType) === null) throw businessFault(unknownReceiver(kind));
  return { ...issuer, kind, original, voucherType };
}
