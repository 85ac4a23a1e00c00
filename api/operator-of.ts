import type { Context } from "hono";
import type { ApiDeps, ApiEnv } from "./environment.js";
import type { Operator } from "./operations/operator.js";

/** The request's API key as the operator of its own company and environment. */
export function operatorOf(c: Context<ApiEnv>, { administration }: ApiDeps): Operator {
  const { apiKeyId, companyId, production } = c.get("caller");
  const db = administration.of({ companyId, production });
  return { db, actor: { type: "apikey", apiKeyId }, companyId, production };
}
