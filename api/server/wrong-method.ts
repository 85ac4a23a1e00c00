import type { Hono } from "hono";
import type { ApiEnv } from "../environment.js";
import { ApiError } from "../errors.js";

/** Answers 405, not 404, when a registered path is called with a method that it lacks. */
export function refuseOtherMethods(app: Hono<ApiEnv>): void {
  const methodsOf = new Map<string, Set<string>>();
  for (const { path, method } of app.routes) {
    if (method === "ALL") continue;
    methodsOf.set(path, (methodsOf.get(path) ?? new Set()).add(method));
  }
  for (const [path, methods] of methodsOf) {
    app.all(path, () => {
      throw new ApiError(405, "This path does not serve that method.", {
        headers: { Allow: [...methods].sort().join(", ") },
      });
    });
  }
}
