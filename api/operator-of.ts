import type { Context } from "hono";
import type { ApiDeps, ApiEnv } from "./environment.js";
import type { Operator } from "./operations/operator.js";

/** The request's API key as the operator of its own company and environment. */
export function operatorOf(c: Context<ApiEnv>, { db }: ApiDeps): Operator {
  const { apiKeyId, companyId, production } = c.get("caller");
  return { db, actor: { type: "apikey", apiKeyId }, companyId, production };
}
