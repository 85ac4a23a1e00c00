import { randomBytes } from "node:crypto";
import type { BrowserContextOptions } from "playwright";
import { beginSession } from "../../../shared/db/people/sessions.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import type { Role } from "../../../shared/domain/roles.js";
import type { System } from "../processes/system.js";
import { storedPassword } from "../samples/stored-password.js";

interface SignedIn {
  email: string;
  /** What a browser context needs to bring the session. */
  options: BrowserContextOptions;
}

/** A new person of `demo`, or of another company, with this role, signed in. Without a password the person cannot sign in again. */
export async function signedIn(
  { databaseUrl }: Pick<System, "databaseUrl">,
  role: Role,
  password?: string,
  company = "demo",
): Promise<SignedIn> {
  const email = `${role}-${randomBytes(4).toString("hex")}@example.com`;
  const hash = password === undefined ? null : storedPassword(password);
  const { db, close } = openDatabase(databaseUrl, { connections: 1 });
  try {
    const [person] = await db.$queryRaw<{ id: number }[]>`
      WITH p AS (INSERT INTO person (email, name, password) VALUES (${email}, 'Ana Gómez', ${hash}) RETURNING id)
      INSERT INTO membership (person_id, company_id, role)
      SELECT p.id, c.id, ${role}::person_role FROM p, company c WHERE c.code = ${company} RETURNING person_id AS id`;
    const value = await beginSession(db, person?.id ?? 0, { address: "127.0.0.1", agent: "test" });
    const cookie = { name: "talonario_session", value, domain: "127.0.0.1", path: "/app", httpOnly: true };
    const cookies = [{ ...cookie, secure: false, expires: -1, sameSite: "Lax" as const }];
    return { email, options: { storageState: { cookies, origins: [] } } };
  } finally {
    await close();
  }
}
