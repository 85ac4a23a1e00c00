import { createMiddleware } from "hono/factory";
import type { Scope } from "../../shared/db/company/caller.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { ApiEnv } from "../http/env.js";
import { unauthorized } from "../http/errors.js";
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

const keyLacks = (scope: Scope): LocalizedText => ({
  en: `This route is not enabled for the key: it lacks the scope "${scope}".`,
  es: `La clave no tiene el permiso "${scope}", que esto pide: usá otra que lo tenga.`,
});
const personLacks = (scope: Scope): LocalizedText => ({
  en: `This route is not enabled for the person, who lacks the scope "${scope}".`,
  es: "Tu rol no permite hacer esto: pedíselo a quien administra la empresa.",
});

/** Refuses callers without the scope of the route, before the request counts for a limit and before its body is read. */
export const requireScope = (basePath: string) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const route = routeOf(c, basePath);
    const scope = route === unknownRoute ? undefined : scopeOf(c.req.method, route);
    const { scopes, userEmail } = c.get("caller");
    if (scope && !scopes.includes(scope)) throw unauthorized(userEmail === null ? keyLacks(scope) : personLacks(scope));
    await next();
  });
