import { createMiddleware } from "hono/factory";
import type { Scope } from "../../shared/db/company/api-keys.js";
import type { Callers } from "../callers.js";
import type { ApiEnv } from "../environment.js";
import { unauthorized } from "../errors.js";

/** Who calls, from the key alone; the company of the path must be the key's. Source: api/README.md, "Authentication". */
export const authenticate = (callers: Callers) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const header = c.req.header("authorization");
    if (!header) throw unauthorized("The Authorization header is missing: send Authorization: Bearer <API key>.");
    const secret = /^Bearer +((?:TEST|PROD)_[\w-]{1,200})$/i.exec(header)?.[1];
    const caller = secret && (await callers.find(secret));
    if (!caller || caller.companyCode !== c.req.param("company"))
      throw unauthorized("The API key is not valid for this company.");
    c.set("caller", caller);
    await next();
  });

/** Refuses keys that were not given this scope. */
export const requireScope = (scope: Scope) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    if (!c.get("caller").scopes.includes(scope))
      throw unauthorized(`This route is not enabled for the key: it lacks the scope "${scope}".`);
    await next();
  });
