import type { Caller } from "../../shared/db/company/caller.js";
import { findOriginal } from "../../shared/db/issuing/credits.js";
import type { Original } from "../../shared/domain/note-of-voucher.js";
import {
  findNoteType,
  isFceType,
  isWithheldType,
  type NoteKind,
  typesWithNote,
} from "../../shared/domain/voucher-types.js";
import type { IssuingDeps } from "../environment.js";
import { businessFault } from "../errors.js";
import { noVoucher } from "../request/read-id.js";
import type { Issuer } from "../schemas/asked-fce.js";
import { issuerOf } from "./issuer-of.js";

const hasNone: Record<NoteKind, (voucherType: number, types: string) => string> = {
  credit: (voucherType, types) =>
    `A voucher of type ${voucherType} cannot be credited: invoices and debit notes can (${types}).`,
  debit: (voucherType, types) =>
    `A voucher of type ${voucherType} cannot be debited: invoices and credit notes can (${types}).`,
};

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
  if (isFceType(voucherType) && !issuer.fce)
    throw businessFault(
      "The voucher is a credit invoice (FCE MiPyME), which this company does not issue: set its fce with PATCH /fiscal-data first.",
    );
  if (isWithheldType(voucherType) && !issuer.withheldA)
    throw businessFault(
      "The voucher is letter A under withholding, which this company does not issue: set its withheldA with PATCH /fiscal-data first.",
    );
  const { customer, receiverTaxConditionId } = original.payload;
  if ((receiverTaxConditionId ?? customer.taxType) === null)
    throw businessFault(
      `The voucher was issued elsewhere, and the VAT condition of its receiver is not known here. Issue its ${kind} note with POST /invoices.`,
    );
  return { ...issuer, kind, original, voucherType };
}
