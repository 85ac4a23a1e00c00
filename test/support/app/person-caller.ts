import { findCaller, hashOf } from "../../../shared/db/company/api-keys.js";
import type { Caller } from "../../../shared/db/company/caller.js";
import { type Role, scopesOf } from "../../../shared/domain/roles.js";
import type { IssuingApp } from "../processes/issuing-app.js";

/** A person of the demo company as the caller: what the web application makes of a session and a membership. */
export async function personCaller(
  { db, keys }: Pick<IssuingApp, "db" | "keys">,
  {
    email = "ana@example.com",
    role = "owner",
    production = false,
  }: { email?: string; role?: Role; production?: boolean } = {},
): Promise<Caller> {
  const company = await findCaller(db, hashOf(keys.keys[production ? "production" : "test"]));
  if (!company) throw new Error("the demo's key is not known");
  return { ...company, apiKeyId: null, userEmail: email, scopes: scopesOf[role] };
}
