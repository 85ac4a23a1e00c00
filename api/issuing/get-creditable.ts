import type { Caller } from "../../shared/db/company/caller.js";
import { findOriginal } from "../../shared/db/issuing/credits.js";
import type { Original } from "../../shared/domain/credit-note.js";
import { findCreditNoteType, isFceType } from "../../shared/domain/voucher-types.js";
import type { ApiDeps } from "../environment.js";
import { businessFault } from "../errors.js";
import { noVoucher } from "../request/read-id.js";
import type { Issuer } from "../schemas/asked-fce.js";
import { issuerOf } from "./issuer-of.js";

/**
 * A voucher that can be credited, and the type of its credit note. Source: api/README.md, "Credit notes".
 * @throws ApiError 404 without such a voucher, 400 when it has no credit notes
 */
export async function getCreditable(
  deps: ApiDeps,
  caller: Caller,
  id: number,
): Promise<Issuer & { original: Original; voucherType: number }> {
  const original = await findOriginal(deps.issuing.of(caller), caller, id);
  if (!original) throw noVoucher();
  const voucherType = findCreditNoteType(original.voucherType);
  if (voucherType === undefined)
    throw businessFault(
      `A voucher of type ${original.voucherType} cannot be credited: invoices and debit notes can (1, 2, 6, 7, 11, 12, 201, 202, 206, 207, 211, 212).`,
    );
  const issuer = await issuerOf(deps, caller, voucherType);
  if (isFceType(voucherType) && !issuer.fce)
    throw businessFault(
      "The voucher is a credit invoice (FCE MiPyME), which this company does not issue: set its fce with PATCH /fiscal-data first.",
    );
  const { customer, receiverTaxConditionId } = original.payload;
  if ((receiverTaxConditionId ?? customer.taxType) === null)
    throw businessFault(
      "The voucher was issued elsewhere, and the VAT condition of its receiver is not known here. Issue its credit note with POST /invoices.",
    );
  return { ...issuer, original, voucherType };
}
