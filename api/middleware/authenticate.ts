import { createMiddleware } from "hono/factory";
import type { Scope } from "../../shared/db/company/api-keys.js";
import type { Callers } from "../callers.js";
import type { ApiEnv } from "../environment.js";
import { unauthorized } from "../errors.js";

/** Finds the caller by the API key alone. The path must name the key's company. Source: api/README.md, "Authentication". */
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

/** Refuses keys without this scope. */
export const requireScope = (scope: Scope) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    if (!c.get("caller").scopes.includes(scope))
      throw unauthorized(`This route is not enabled for the key: it lacks the scope "${scope}".`);
    await next();
  });
