import type { Context } from "hono";
import { matchedRoutes } from "hono/route";

/** The pattern of the route that answered, below the company: `/invoices/:id`. `unknown` when none did. Never holds a value. */
export function routeOf(c: Context, basePath: string): string {
  // Middleware matches too, with a wildcard. The first match without one is the route that answered.
  const path = matchedRoutes(c).find((matched) => !matched.path.endsWith("*"))?.path ?? "";
  const inCompany = `${basePath}/:company`;
  return (path.startsWith(inCompany) ? path.slice(inCompany.length) : path) || "unknown";
}
