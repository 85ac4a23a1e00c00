import type { IssuanceRequest } from "../../shared/domain/issuance-request.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { findVoucherType } from "../../shared/domain/voucher-types.js";
import type { FieldFault } from "../http/errors.js";

const tooLate: LocalizedText = {
  en: "must not be before today: a credit invoice can still be paid",
  es: "No puede ser anterior a hoy: la factura de crédito tiene que poder pagarse todavía.",
};

/**
 * The payment of a credit invoice cannot be due before today. It is no rule of the body alone: a voucher that exists is answered on
 * any later day. Source: api/README.md, "Credit invoices".
 * @param today in Argentina, `YYYYMMDD`
 */
export function findLatePayment(
  { voucherType, serviceExpiration }: IssuanceRequest,
  today: string,
): FieldFault | undefined {
  const type = findVoucherType(voucherType);
  if (!type?.isFce || type.kind !== "invoice" || serviceExpiration === null || serviceExpiration >= today)
    return undefined;
  return { field: "serviceExpiration", message: tooLate };
}
