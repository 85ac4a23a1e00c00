import type { IssuanceRequest } from "./issuance-request.js";
import { findVoucherType } from "./voucher-types.js";

type Dates = Pick<IssuanceRequest, "serviceFrom" | "serviceTo" | "serviceExpiration">;

/**
 * The dates of service and payment that are declared. Of a sale of goods the authority accepts all three or none. A credit invoice
 * says until when it is to be paid whatever it sells, and its notes never do.
 * Source: issuer/authority/README.md, sections 4.5 and 12.
 */
export function toDeclaredDates(
  voucherType: number,
  { concept, serviceFrom, serviceTo, serviceExpiration }: Dates & { concept: number },
): Dates {
  const type = findVoucherType(voucherType);
  const isWhole = serviceFrom !== null && serviceTo !== null && serviceExpiration !== null;
  const period = concept === 1 && !isWhole ? { serviceFrom: null, serviceTo: null } : { serviceFrom, serviceTo };
  if (type?.isFce) return { ...period, serviceExpiration: type.kind === "invoice" ? serviceExpiration : null };
  return { ...period, serviceExpiration: concept === 1 && !isWhole ? null : serviceExpiration };
}
