import type { Context } from "hono";
import type { Actor } from "../../shared/db/company/audit-entries.js";
import type { ApiEnv } from "../http/env.js";
import type { Operator } from "../operations/operator.js";
import type { ApiDeps } from "./deps.js";

/** The request's API key or person as the operator of the company and environment that it works in. */
export function operatorOf(c: Context<ApiEnv>, { administration }: ApiDeps): Operator {
  const { apiKeyId, userEmail, companyId, production } = c.get("caller");
  const db = administration.of({ companyId, production });
  return { db, actor: actorOf(apiKeyId, userEmail), companyId, production };
}

function actorOf(apiKeyId: number | null, email: string | null): Actor {
  if (email !== null) return { type: "user", email };
  return apiKeyId === null ? { type: "system" } : { type: "apikey", apiKeyId };
}
