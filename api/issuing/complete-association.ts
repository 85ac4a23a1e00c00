import { findVoucherDates } from "../../shared/db/issuing/voucher-dates.js";
import type { Database } from "../../shared/db/pool/database.js";
import type { AssociatedVoucher, IssuanceRequest } from "../../shared/domain/issuance-request.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import { findVoucherType, isNote } from "../../shared/domain/voucher-types.js";
import type { FieldFault } from "../http/errors.js";

type AssociationResult = { body: IssuanceRequest } | { fault: FieldFault };

/**
 * A note of a credit invoice names the voucher that it modifies with its CUIT and date. What a body leaves out comes from our
 * records, which are read once for all bodies. Source: api/README.md, "Credit invoices".
 */
export async function completeAssociations(
  db: Database,
  scope: Tenant,
  bodies: IssuanceRequest[],
): Promise<(body: IssuanceRequest) => AssociationResult> {
  const named = bodies.filter(isFceNote).flatMap(({ associatedVouchers }) => associatedVouchers);
  if (named.length === 0) return (body) => ({ body });
  const { cuit: own, dateOf } = await findVoucherDates(db, scope, named);

  function complete(associated: AssociatedVoucher): AssociatedVoucher {
    const cuit = associated.cuit ?? own;
    return { ...associated, cuit, date: associated.date ?? (cuit === own ? dateOf(associated) : null) ?? null };
  }
  return (body) => {
    if (!isFceNote(body)) return { body };
    const associatedVouchers = body.associatedVouchers.map(complete);
    const index = associatedVouchers.findIndex(({ date }) => date === null);
    if (index === -1) return { body: { ...body, associatedVouchers } };
    return { fault: { field: ["associatedVouchers", index, "date"], message: unknownDate } };
  };
}

const unknownDate: LocalizedText = {
  en: "is required: this voucher is not in our records",
  es: "Falta la fecha: ese comprobante no se emitió con este servicio.",
};

function isFceNote({ voucherType }: IssuanceRequest): boolean {
  const type = findVoucherType(voucherType);
  return type?.isFce === true && isNote(type);
}
