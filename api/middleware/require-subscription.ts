import { createMiddleware } from "hono/factory";
import { argentineDay } from "../../shared/domain/calendar.js";
import type { ApiEnv } from "../environment.js";
import { subscriptionExpired } from "../standing.js";

/** An expired subscription makes the company read-only, before anything of the request is judged. Source: API.md, "Authentication". */
export const requireSubscription = (now: () => number) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const { subscription } = c.get("caller");
    if (!subscription || subscription.until < argentineDay(now())) throw subscriptionExpired();
    await next();
  });
