import { createHmac } from "node:crypto";
import { createRoles, type RolePasswords, urlOfRole } from "../../shared/db/migrate/create-roles.js";
import type { ProcessName } from "./process-environment.js";

/** The passwords of the processes' database roles. They follow from the sandbox's secret, so nothing more is kept. */
function rolePasswords(secretKey: string): RolePasswords {
  const of = (name: ProcessName) => createHmac("sha256", secretKey).update(`database role of ${name}`).digest("hex");
  return { api: of("api"), issuer: of("issuer"), renderer: of("renderer"), mailer: of("mailer") };
}

/** Gives each process a role of its own in the sandbox's database, and each its URL. */
export async function openProcessRoles(databaseUrl: string, secretKey: string): Promise<(name: ProcessName) => string> {
  const passwords = rolePasswords(secretKey);
  await createRoles(databaseUrl, passwords);
  return (name) => urlOfRole(databaseUrl, name, passwords[name]);
}
