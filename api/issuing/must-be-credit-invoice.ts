import type { Caller } from "../../shared/db/company/caller.js";
import { getIssuedClasses } from "../../shared/db/company/issued-classes.js";
import type { Amounts } from "../../shared/domain/amounts.js";
import { cuitType } from "../../shared/domain/document-type.js";
import type { IssuanceRequest } from "../../shared/domain/issuance-request.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { Decimal } from "../../shared/domain/money.js";
import { decimal, typeName } from "../../shared/domain/spanish.js";
import { isTaxId } from "../../shared/domain/tax-id.js";
import { findCreditInvoiceType } from "../../shared/domain/voucher-types.js";
import { askBriefly } from "./ask-briefly.js";
import type { IssuingDeps } from "./deps.js";

/**
 * Why this invoice must be a credit invoice instead, in words. Undefined when it need not be, and when the registry does not tell in
 * time: the authority judges then. Only a company with credit invoices asks. Never rejects.
 * Source: api/README.md, "Credit invoices".
 */
export async function findCreditInvoiceNeed(
  deps: Pick<IssuingDeps, "askAuthority" | "config" | "reading">,
  caller: Caller,
  requestId: string,
  { voucherType, voucherDate, customer, currency }: IssuanceRequest,
  { total }: Amounts,
): Promise<LocalizedText | undefined> {
  const instead = findCreditInvoiceType(voucherType);
  const { docType, docNumber } = customer;
  if (instead === undefined || docType !== cuitType || !isTaxId(docNumber)) return undefined;
  if (!(await getIssuedClasses(deps.reading.of(caller), caller.companyId)).fce) return undefined;

  const ask = { kind: "fceObligation", taxId: docNumber, date: voucherDate } as const;
  const told = await askBriefly(deps, caller, requestId, ask);
  if (told?.outcome !== "fceObligation" || !told.required || told.minimumAmount === null) return undefined;
  if (new Decimal(total).times(currency.quotation).lt(told.minimumAmount)) return undefined;
  return {
    en: `must be ${instead} (credit invoice, FCE MiPyME) in place of ${voucherType}: this receiver gets credit invoices from ${told.minimumAmount} pesos on`,
    es: `Este receptor recibe facturas de crédito desde $ ${decimal(told.minimumAmount)}: emití ${instead} (${typeName(instead)}) en lugar de ${voucherType}.`,
    app: `Este receptor recibe facturas de crédito desde $ ${decimal(told.minimumAmount)}: emití ${typeName(instead)}.`,
  };
}
