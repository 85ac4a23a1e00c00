import { migrateCommand } from "../../../shared/config/config.js";
import { databaseOf } from "../../../shared/config/database-hosts.js";
import { compareGrants } from "../../../shared/db/migrate/compare-grants.js";
import { mayMakeLargeObjects } from "../../../shared/db/migrate/compare-owner.js";
import { newerMigrations } from "../../../shared/db/migrate/migrate.js";
import { largeObjectMakers } from "../../../shared/db/migrate/set-grants.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { type CheckResult, failed, passed } from "./check.js";

const maxNamed = 5;

/** Whether the roles of the processes may do what they should and no more. What they may is the newest version's to say. */
export async function checkGrants(db: Database, databaseUrl: string): Promise<CheckResult> {
  const name = "grants";
  const newer = await newerMigrations(databaseUrl);
  if (newer.length > 0)
    return passed(name, "not compared: a newer version has migrated the database, and gave the roles their rights");
  const found = await compareGrants(db, databaseOf(databaseUrl));
  if (!found) return passed(name, "no process has a role of its own");
  const { beyond, missing } = found;
  if (beyond.length + missing.length === 0) {
    const all = "each role may do what its process needs, and no more";
    if (!(await mayMakeLargeObjects(db))) return passed(name, all);
    const revoke = `REVOKE EXECUTE ON FUNCTION ${largeObjectMakers} FROM PUBLIC`;
    return passed(name, `${all}, but large objects, which a superuser alone can forbid: ${revoke}`);
  }
  const told = [...tell("too much", beyond), ...tell("lacking", missing)].join(". ");
  return failed(
    name,
    told,
    `${migrateCommand()}, as the owner of the tables and with the DATABASE_PASSWORD_… of the processes`,
  );
}

function tell(what: string, lines: string[]): string[] {
  if (lines.length === 0) return [];
  const others = lines.length > maxNamed ? `; and ${lines.length - maxNamed} others` : "";
  return [`${what}: ${lines.slice(0, maxNamed).join("; ")}${others}`];
}
