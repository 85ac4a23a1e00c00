import type { Database } from "../../shared/db/database.js";
import { findVoucherDates } from "../../shared/db/issuing/voucher-dates.js";
import type { Scope } from "../../shared/db/scope.js";
import type { AssociatedVoucher, IssuanceRequest } from "../../shared/domain/issuance-request.js";
import { findVoucherType, isNote } from "../../shared/domain/voucher-types.js";
import type { FieldFault } from "../errors.js";

type Completed = { body: IssuanceRequest } | { fault: FieldFault };

/**
 * A note of a credit invoice names the voucher that it modifies with its CUIT and date. What a body leaves out comes from our
 * records, which are read once for all bodies. Source: api/README.md, "Credit invoices".
 */
export async function completeAssociations(
  db: Database,
  issuer: Scope & { cuit: string },
  bodies: IssuanceRequest[],
): Promise<(body: IssuanceRequest) => Completed> {
  const isOwn = ({ cuit }: AssociatedVoucher) => cuit === null || cuit === issuer.cuit;
  const undated = bodies
    .filter(isFceNote)
    .flatMap(({ associatedVouchers }) =>
      associatedVouchers.filter((associated) => isOwn(associated) && !associated.date),
    );
  const dateOf = await findVoucherDates(db, issuer, undated);

  return (body) => {
    if (!isFceNote(body)) return { body };
    const associatedVouchers = body.associatedVouchers.map((associated) => ({
      ...associated,
      cuit: associated.cuit ?? issuer.cuit,
      date: associated.date ?? (isOwn(associated) ? dateOf(associated) : undefined) ?? null,
    }));
    const index = associatedVouchers.findIndex(({ date }) => date === null);
    if (index === -1) return { body: { ...body, associatedVouchers } };
    return {
      fault: { field: `associatedVouchers.${index}.date`, message: "is required: this voucher is not in our records" },
    };
  };
}

function isFceNote({ voucherType }: IssuanceRequest): boolean {
  const type = findVoucherType(voucherType);
  return type?.isFce === true && isNote(type);
}
