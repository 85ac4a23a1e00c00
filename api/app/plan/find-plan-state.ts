import { countPayments, listPayments } from "../../../shared/db/payments/list-payments.js";
import { findPaidSubscription } from "../../../shared/db/payments/plans.js";
import { argentineDay } from "../../../shared/domain/calendar.js";
import { renew } from "../../../shared/domain/payments/renewal.js";
import type { Quota } from "../../../shared/domain/quota.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import type { AppDeps } from "../frame/deps.js";
import type { PlanState } from "./plan-page.js";

const shown = 50;

/** Undefined without a subscription. */
export async function findPlanState(
  { reading, now }: Pick<AppDeps, "reading" | "now">,
  tenant: Tenant,
  quota: Quota | null,
): Promise<PlanState | undefined> {
  const db = reading.of(tenant);
  const today = argentineDay(now());
  const paid = await findPaidSubscription(db, tenant.companyId, today);
  if (!paid) return undefined;
  const { until, plan, monthly } = paid;
  const payments = await listPayments(db, tenant.companyId, { limit: shown, offset: 0 });
  const next = plan ? renew(paid, plan.months, today) : undefined;
  return { until, active: until >= today, monthly, plan, quota, payments, next };
}

/** Reference of the company's next transfer: it stays until a payment used it. */
export const transferReferenceOf = async ({ reading }: Pick<AppDeps, "reading">, tenant: Tenant, code: string) =>
  `${code}-${(await countPayments(reading.of(tenant), tenant.companyId)) + 1}`;
