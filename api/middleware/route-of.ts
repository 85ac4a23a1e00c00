import type { Context } from "hono";
import { matchedRoutes } from "hono/route";

/** Name that `routeOf` gives when no route answers. */
export const unknownRoute = "unknown";

/** The pattern of the route that answers, below the company: `/invoices/:id`. `unknown` when none does. Never holds a value. */
export function routeOf(c: Context, basePath: string): string {
  // Middleware matches too, with a wildcard. The first match without one is the route that answers.
  const pattern = matchedRoutes(c).find((matched) => !matched.path.endsWith("*"))?.path ?? "";
  // Without what a parameter has to look like: `/invoices/:id{[0-9]+}`.
  const path = pattern.replaceAll(/\{[^/]*\}/g, "");
  const inCompany = `${basePath}/:company`;
  return (path.startsWith(inCompany) ? path.slice(inCompany.length) : path) || unknownRoute;
}
