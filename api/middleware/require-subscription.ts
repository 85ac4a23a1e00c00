import { createMiddleware } from "hono/factory";
import { findSubscription } from "../../shared/db/company/subscriptions.js";
import { argentineDay } from "../../shared/domain/calendar.js";
import type { ApiDeps, ApiEnv } from "../http/env.js";
import { subscriptionExpired } from "../issuing/eligibility.js";

/**
 * Refuses writes while the subscription is expired, before the request itself is checked.
 * Source: api/README.md, "Authentication".
 */
export const requireSubscription = ({ pages, now }: Pick<ApiDeps, "pages" | "now">) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const caller = c.get("caller");
    const subscription = await findSubscription(pages.of(caller), caller.companyId);
    if (!subscription || subscription.until < argentineDay(now())) throw subscriptionExpired();
    await next();
  });
