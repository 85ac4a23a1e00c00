import type { Context } from "hono";
import type { ApiDeps, ApiEnv } from "./environment.js";
import type { Desk } from "./operations/desk.js";

/** The company and the environment of the request's key, administered by that key. */
export function deskOf(c: Context<ApiEnv>, { db }: ApiDeps): Desk {
  const { apiKeyId, companyId, production } = c.get("caller");
  return { db, actor: { type: "apikey", apiKeyId }, companyId, production };
}
