import { createMiddleware } from "hono/factory";
import { findSubscription } from "../../shared/db/company/subscriptions.js";
import { argentineDay } from "../../shared/domain/calendar.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import type { Pools } from "../databases/pools.js";
import type { CommonDeps } from "../http/common-deps.js";
import type { ApiEnv } from "../http/env.js";
import { subscriptionExpired } from "../http/refusals.js";

type SubscriptionDeps = Pick<Pools, "pages"> & Pick<CommonDeps, "now">;

/** Whether the company's subscription is paid today. Without one it is not. */
export async function isSubscribed({ pages, now }: SubscriptionDeps, tenant: Tenant): Promise<boolean> {
  const subscription = await findSubscription(pages.of(tenant), tenant.companyId);
  return subscription !== undefined && subscription.until >= argentineDay(now());
}

/**
 * Refuses writes while the subscription is expired, before the request itself is checked.
 * Source: api/README.md, "Authentication".
 */
export const requireSubscription = (deps: SubscriptionDeps) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    if (!(await isSubscribed(deps, c.get("caller")))) throw subscriptionExpired();
    await next();
  });

/** A 402 says where the subscription is paid, for a program that shows it to a person. Without pages, or their address, there is nothing to say. */
export const tellWherePaid = ({ APP, APP_URL }: { APP: string; APP_URL?: string | undefined }) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    await next();
    if (c.res.status !== 402 || APP === "off" || APP_URL === undefined) return;
    const { companyCode, production } = c.get("caller");
    const environment = production ? "production" : "homologation";
    c.res.headers.set("Link", `<${APP_URL}/app/${companyCode}/${environment}/plan>; rel="payment"`);
  });
