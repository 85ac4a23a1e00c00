import type { Context } from "hono";
import type { ApiDeps, ApiEnv } from "./environment.js";
import type { Operator } from "./operations/operator.js";

/** The company and the environment of the request's key, administered by that key. */
export function operatorOf(c: Context<ApiEnv>, { db }: ApiDeps): Operator {
  const { apiKeyId, companyId, production } = c.get("caller");
  return { db, actor: { type: "apikey", apiKeyId }, companyId, production };
}
