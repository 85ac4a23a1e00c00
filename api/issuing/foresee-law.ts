import { findNamedOriginals } from "../../shared/db/issuing/named-originals.js";
import type { Database } from "../../shared/db/pool/database.js";
import type { AssociatedVoucher, IssuanceRequest } from "../../shared/domain/issuance-request.js";
import type { LawRemark } from "../../shared/domain/remarks/law-codes.js";
import { remarkOnTerm } from "../../shared/domain/remarks/note-late.js";
import { remarkOnReceiver } from "../../shared/domain/remarks/note-receiver.js";
import { remarkOnTaxId } from "../../shared/domain/remarks/receiver-tax-id.js";
import { remarkOnTributes } from "../../shared/domain/remarks/tribute-amount.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import { findVoucherType, isNote } from "../../shared/domain/voucher-types.js";

/** Finds what the law says of a body, and the authority does not guard. */
export type FindLawRemarks = (body: IssuanceRequest) => LawRemark[];

/**
 * Remarks of the law. The vouchers of ours that notes name are read once for all bodies, and nothing is read where none is a note.
 * Source: api/README.md, "What the law says".
 */
export async function foreseeLaw(db: Database, scope: Tenant, bodies: IssuanceRequest[]): Promise<FindLawRemarks> {
  const named = bodies.flatMap(modifiedBy);
  const originalOf = named.length === 0 ? () => undefined : await findNamedOriginals(db, scope, named);
  return (body) => {
    const associations = modifiedBy(body).map((associated) => ({ associated, original: originalOf(associated) }));
    return [
      ...remarkOnReceiver(body, associations),
      ...remarkOnTaxId(body),
      ...remarkOnTerm(body, associations),
      ...remarkOnTributes(body),
    ];
  };
}

/** Vouchers that a note modifies. Those of an invoice, such as delivery notes, it does not modify. */
function modifiedBy({ voucherType, associatedVouchers }: IssuanceRequest): AssociatedVoucher[] {
  const type = findVoucherType(voucherType);
  return type && isNote(type) ? associatedVouchers : [];
}
