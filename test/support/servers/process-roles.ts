import { createOwner } from "../../../shared/db/migrate/create-owner.js";
import { createRoles, urlOfRole } from "../../../shared/db/migrate/create-roles.js";
import { migrate } from "../../../shared/db/migrate/migrate.js";
import type { ProcessRole } from "../../../shared/db/migrate/process-grants.js";

/** Roles belong to a server, and a copy of a database keeps what they may do: so all test databases of a server share them. */
const prefix = "talonario_test";

const passwords = { api: "api-secret", issuer: "issuer-secret", renderer: "renderer-secret", mailer: "mailer-secret" };

/** The same for the migration command, on a database that is named as the prefix. */
export const testRoles = {
  prefix,
  passwords: {
    DATABASE_PASSWORD_API: passwords.api,
    DATABASE_PASSWORD_ISSUER: passwords.issuer,
    DATABASE_PASSWORD_RENDERER: passwords.renderer,
    DATABASE_PASSWORD_MAILER: passwords.mailer,
  },
};

/** Migrates a database as an installation with a role for each process does. */
export async function migrateForRoles(databaseUrl: string): Promise<void> {
  await createOwner(databaseUrl, prefix);
  await migrate(databaseUrl, { prefix });
  await createTestRoles(databaseUrl);
}

export const createTestRoles = (databaseUrl: string): Promise<string> => createRoles(databaseUrl, passwords, prefix);

/** The database as the role of this process. */
export const asProcess = (databaseUrl: string, process: ProcessRole): string =>
  urlOfRole(databaseUrl, process, passwords[process], prefix);
