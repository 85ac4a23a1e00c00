import { openApiDocument } from "../../../api/docs/docs.js";
import type { Scope } from "../../../shared/db/company/caller.js";

/** One operation of the OpenAPI document. */
export interface Route {
  /** `POST /invoices/{id}/pdf`. */
  name: string;
  method: string;
  /** Below the company. */
  path: string;
  /** `/invoices/{id}` when the path has a parameter: with it begins what the parameter names. */
  names: string | undefined;
  takesBody: boolean;
  openedBy: Scope | "any key";
}

/** Every operation of the OpenAPI document, so that a new one cannot be forgotten. */
export const documentedRoutes: Route[] = Object.entries(openApiDocument("/api").paths ?? {}).flatMap(
  ([fullPath, operations]) =>
    Object.entries(operations as Record<string, { requestBody?: unknown }>).map(([method, { requestBody }]) => {
      const path = fullPath.replace("/{company_id}", "");
      const names = /^.*\}/.exec(path)?.[0];
      const route = { method: method.toUpperCase(), path };
      return {
        ...route,
        name: `${route.method} ${path}`,
        names,
        takesBody: requestBody !== undefined,
        openedBy: openedBy(route),
      };
    }),
);

/** Source: api/README.md, "Authentication". */
function openedBy({ method, path }: { method: string; path: string }): Scope | "any key" {
  if (path === "/api-keys/test") return "any key";
  if (method === "GET") return "read";
  return method === "POST" && /^\/(invoices|batches)/.test(path) ? "issue" : "configure";
}
