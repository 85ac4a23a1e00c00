import { writeIfChanged } from "../../shared/db/company/audit-entries.js";
import { getCompany } from "../../shared/db/company/companies.js";
import {
  addExtra,
  findSubscription,
  findUsage,
  type Subscription,
  saveSubscription,
} from "../../shared/db/company/subscriptions.js";
import { changesBetween } from "../../shared/domain/changes.js";
import { type Quota, toQuota } from "../../shared/domain/quota.js";
import { businessFault } from "../http/errors.js";
import type { CompanyOperator, WriteResult } from "./operator.js";

/** Vouchers a month of a subscription that begins, unless somebody says how many. */
export const monthlyOfNew = 1_000;

/**
 * Changes the plan or the last day, effective at once. The quota's months do not move.
 * @param first what a company gets that has no subscription; without it that is refused
 */
export function changeSubscription(
  operator: CompanyOperator,
  changes: Partial<Omit<Subscription, "anchor">>,
  first?: Subscription,
): Promise<WriteResult<Subscription>> {
  const { companyId } = operator;
  return writeIfChanged({ ...operator, production: null }, async (tx) => {
    const before = await findSubscription(tx, companyId);
    const result = { ...(before ?? first ?? noSubscription()), ...changes };
    await saveSubscription(tx, companyId, result);
    const changed = before ? changesBetween(before, result) : { after: result };
    const { code: resourceId } = await getCompany(tx, companyId);
    return { result, record: changed && { action: "subscription.update", resourceId, ...changed } };
  });
}

/** Adds vouchers to the period that contains `today`, effective at once. */
export function addQuota(operator: CompanyOperator, added: number, today: string): Promise<WriteResult<Quota>> {
  const { companyId } = operator;
  return writeIfChanged({ ...operator, production: null }, async (tx) => {
    const before = (await findUsage(tx, companyId, today)) ?? noSubscription();
    await addExtra(tx, companyId, before.periodStart, added);
    const extra = before.extra + added;
    const change = { before: { extra: before.extra }, after: { extra } };
    const record = { action: "quota.extra", resourceId: before.periodStart, ...change };
    return { result: toQuota({ ...before, extra }), record: added > 0 ? record : undefined };
  });
}

function noSubscription(): never {
  throw businessFault({
    en: "The company has no subscription.",
    es: "La empresa no tiene suscripción: pedísela a quien opera el servicio.",
  });
}
