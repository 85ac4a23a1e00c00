import { createMiddleware } from "hono/factory";
import type { Scope } from "../../shared/db/company/caller.js";
import type { ApiEnv } from "../environment.js";
import { unauthorized } from "../errors.js";
import { routeOf, unknownRoute } from "./route-of.js";

/**
 * The scope that opens a route, by its method and its pattern below the company; undefined = any caller. A rule, not a list: a new
 * route cannot lack one. Source: api/README.md, "Authentication", A5.
 */
export function scopeOf(method: string, route: string): Scope | undefined {
  if (route === "/api-keys/test") return undefined;
  if (method === "GET" || method === "HEAD") return "read";
  return method === "POST" && /^\/(invoices|batches)(\/|$)/.test(route) ? "issue" : "configure";
}

/** Refuses callers without the scope of the route, before the request counts for a limit and before its body is read. */
export const requireScope = (basePath: string) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const route = routeOf(c, basePath);
    const scope = route === unknownRoute ? undefined : scopeOf(c.req.method, route);
    const { scopes, userEmail } = c.get("caller");
    if (scope && !scopes.includes(scope))
      throw unauthorized(
        `This route is not enabled for the ${userEmail === null ? "key: it lacks" : "person, who lacks"} the scope "${scope}".`,
      );
    await next();
  });
