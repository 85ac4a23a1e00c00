import { createMiddleware } from "hono/factory";
import { findSubscription } from "../../shared/db/company/subscriptions.js";
import { argentineDay } from "../../shared/domain/calendar.js";
import type { Pools } from "../databases/pools.js";
import type { CommonDeps } from "../http/common-deps.js";
import type { ApiEnv } from "../http/env.js";
import { subscriptionExpired } from "../http/refusals.js";

/**
 * Refuses writes while the subscription is expired, before the request itself is checked.
 * Source: api/README.md, "Authentication".
 */
export const requireSubscription = ({ pages, now }: Pick<Pools, "pages"> & Pick<CommonDeps, "now">) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const caller = c.get("caller");
    const subscription = await findSubscription(pages.of(caller), caller.companyId);
    if (!subscription || subscription.until < argentineDay(now())) throw subscriptionExpired();
    await next();
  });
