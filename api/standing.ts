import type { Caller } from "../shared/db/api-keys.js";
import { findReadiness, type Readiness } from "../shared/db/readiness.js";
import { argentineDay } from "../shared/domain/calendar.js";
import type { IssuanceRequest } from "../shared/domain/issuance-request.js";
import { hasQuotaLeft, periodStartOf, toQuota, type Usage } from "../shared/domain/quota.js";
import type { ApiDeps } from "./environment.js";
import { ApiError, businessFault } from "./errors.js";

/** How things stand for a request at one moment: all that our data has to say about it. */
export interface Standing {
  today: string;
  /** Of the quota's period; today without a subscription. */
  periodStart: string;
  readiness: Readiness;
}

export async function readStanding(
  { db, now }: Pick<ApiDeps, "db" | "now">,
  caller: Caller,
  { posNumber, idempotency }: Pick<IssuanceRequest, "posNumber" | "idempotency">,
): Promise<Standing> {
  const today = argentineDay(now());
  const periodStart = caller.subscription ? periodStartOf(caller.subscription.anchor, today) : today;
  return { today, periodStart, readiness: await findReadiness(db, caller, { posNumber, periodStart, idempotency }) };
}

/** The checks that need our data, in their order. Source: CONTRACT.md, "Order of the checks of POST invoices". */
export function checkStanding(
  { subscription }: Caller,
  { posNumber }: IssuanceRequest,
  { today, periodStart, readiness }: Standing,
): void {
  if (!subscription || subscription.until < today) throw subscriptionExpired();
  if (readiness.posEnabled === null)
    throw businessFault(`Point of sale ${posNumber} does not exist in this environment; add it before issuing.`);
  if (!readiness.posEnabled) throw businessFault(`Point of sale ${posNumber} is disabled; enable it before issuing.`);
  if (!readiness.hasCertificate) {
    throw businessFault(
      "The company has no active tax-authority certificate in this environment; install one before issuing.",
    );
  }
  const usage: Usage = { ...subscription, ...(readiness.usage ?? unused), periodStart };
  if (!hasQuotaLeft(usage)) throw quotaExceeded(usage);
}

const unused = { extra: 0, reserved: 0, usedProduction: 0, usedHomologation: 0 };

export const subscriptionExpired = () =>
  new ApiError(402, "The subscription has expired: the company is read-only until it is renewed.", {
    code: "SUBSCRIPTION_EXPIRED",
  });

export function quotaExceeded(usage: Usage): ApiError {
  const { granted, used, remaining, periodEnd } = toQuota(usage);
  const details = { quota: { granted, used, remaining, periodEnd } };
  return new ApiError(429, `The month's ${granted} vouchers are used up; the quota renews on ${periodEnd}.`, {
    code: "SUBSCRIPTION_QUOTA_EXCEEDED",
    details,
  });
}
