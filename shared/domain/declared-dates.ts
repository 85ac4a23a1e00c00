import type { IssuanceRequest } from "./issuance-request.js";
import { findVoucherType } from "./voucher-types.js";

type Dates = Pick<IssuanceRequest, "serviceFrom" | "serviceTo" | "serviceExpiration">;

/**
 * The dates of service and payment that are declared. For a sale of goods the authority accepts all three or none. A credit invoice
 * always declares its last day of payment, for goods too. The notes of credit invoices never declare one.
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
