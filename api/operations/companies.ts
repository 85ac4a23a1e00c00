import { type Actor, addAuditEntry, writeIfChanged } from "../../shared/db/company/audit-entries.js";
import {
  type Company,
  type CompanyChanges,
  createCompany,
  getCompany,
  type NewCompany,
  updateCompany,
} from "../../shared/db/company/companies.js";
import { noticeFiscalData } from "../../shared/db/company/fiscal-data-notice.js";
import { type Subscription, saveSubscription } from "../../shared/db/company/subscriptions.js";
import type { Database } from "../../shared/db/pool/database.js";
import { changesBetween } from "../../shared/domain/changes.js";
import { isMonotributo } from "../../shared/domain/issuer-conditions.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { FiscalFields } from "../../shared/domain/warnings.js";
import { fieldFault } from "../schemas/check-body.js";
import type { CompanyOperator, WriteResult } from "./operator.js";

/** Creates a company and its subscription. The months of the quota begin on the day of the subscription's anchor. */
export function openCompany(
  db: Database,
  actor: Actor,
  company: NewCompany,
  subscription: Subscription,
): Promise<Company> {
  return db.$transaction(async (tx) => {
    requireMonotributo(company.monotributoCategory, company.taxType);
    const created = await createCompany(tx, company);
    if (!created)
      throw fieldFault("code", {
        en: `there is a company ${company.code} already`,
        es: `Ya hay una empresa ${company.code}: elegí otro código.`,
      });
    await saveSubscription(tx, created.id, subscription);
    const { id: companyId, created: _, ...after } = created;
    const record = { companyId, production: null, action: "company.create", resourceId: created.code };
    await addAuditEntry(tx, actor, { ...record, after: { ...after, subscription } });
    return created;
  });
}

/** Tells the account when a homologation key made the change: production uses the same data. A person changes them in production only. */
export function changeCompany(operator: CompanyOperator, changes: CompanyChanges): Promise<WriteResult<Company>> {
  const { companyId, actor } = operator;
  return writeIfChanged({ ...operator, production: null }, async (tx) => {
    const before = await getCompany(tx, companyId);
    const { taxType = before.taxType } = changes;
    requireMonotributo(changes.monotributoCategory, taxType);
    const losesCategory = before.monotributoCategory !== null && !isMonotributo(taxType);
    const whole = losesCategory ? { ...changes, monotributoCategory: null } : changes;
    const result = await updateCompany(tx, companyId, whole);
    const changed = changesBetween<FiscalFields>({ ...before }, { ...result });
    if (changed && actor.type === "apikey") await noticeFiscalData(tx, companyId, actor.apiKeyId, changed);
    return { result, record: changed && { action: "fiscaldata.update", resourceId: result.code, ...changed } };
  });
}

/** Only a monotributista has a category. @throws ApiError 400 of field monotributoCategory */
function requireMonotributo(category: CompanyChanges["monotributoCategory"], taxType: number): void {
  if (category && !isMonotributo(taxType)) throw fieldFault("monotributoCategory", noCategory);
}

const noCategory: LocalizedText = {
  en: "is of monotributistas alone: the company's taxType is not 6",
  es: "Solo la tiene un monotributista: la condición de la empresa es otra.",
};
