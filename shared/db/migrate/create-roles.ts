import pg from "pg";
import { functionGrants, type ProcessRole, processGrants, processRoles } from "./process-grants.js";

export type RolePasswords = Record<ProcessRole, string>;

/** The name of a process's role: the database's name and the process's. `prefix` replaces the database's name. */
export const roleName = (prefix: string, process: ProcessRole): string => `${prefix}_${process}`;

/** The same database, as a process's role. */
export function urlOfRole(
  databaseUrl: string,
  process: ProcessRole,
  password: string,
  prefix = databaseOf(databaseUrl),
) {
  const url = new URL(databaseUrl);
  url.username = roleName(prefix, process);
  url.password = password;
  return url.href;
}

/**
 * Creates a role for each process, or gives an existing one its password, and grants each what it may do and no more. To be run
 * after every migration. The connecting role must own the tables, and may create roles. Gives the prefix of their names.
 */
export async function createRoles(
  databaseUrl: string,
  passwords: RolePasswords,
  prefix = databaseOf(databaseUrl),
): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("BEGIN");
    // Two at once would update the same rows of the catalogue.
    await client.query("SELECT pg_advisory_xact_lock($1)", [advisoryLock]);
    // Until PostgreSQL 14, everybody may create tables there.
    await client.query("REVOKE CREATE ON SCHEMA public FROM PUBLIC");
    for (const process of processRoles) await grant(client, process, roleName(prefix, process), passwords[process]);
    await giveAuditPurge(client, `${prefix}_audit_purge`);
    for (const [name, callers] of Object.entries(functionGrants))
      for (const caller of callers)
        await client.query(`GRANT EXECUTE ON FUNCTION ${name} TO ${quoted(roleName(prefix, caller))}`);
    await client.query("COMMIT");
    return prefix;
  } finally {
    await client.end();
  }
}

const advisoryLock = 7_266_002;

async function grant(client: pg.Client, process: ProcessRole, role: string, password: string): Promise<void> {
  await ensureRole(client, role, `LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
  const to = quoted(role);
  await client.query(`REVOKE ALL ON ALL TABLES IN SCHEMA public, tenant FROM ${to}`);
  await client.query(`GRANT USAGE ON SCHEMA public, tenant TO ${to}`);
  await client.query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${to}`);
  for (const [table, privileges] of Object.entries(processGrants[process]))
    await client.query(`GRANT ${privileges} ON ${table} TO ${to}`);
}

/** The role that owns the purge of the audit log: nobody connects as it, and it may do nothing else. */
async function giveAuditPurge(client: pg.Client, role: string): Promise<void> {
  await ensureRole(client, role, "NOLOGIN");
  const to = quoted(role);
  await client.query(`GRANT USAGE, CREATE ON SCHEMA public TO ${to}`);
  await client.query(`GRANT SELECT (id, created_at), DELETE ON audit_entry TO ${to}`);
  await client.query(`GRANT ${to} TO CURRENT_USER`);
  await client.query(`ALTER FUNCTION purge_audit_entries(integer) OWNER TO ${to}`);
  await client.query(`REVOKE CREATE ON SCHEMA public FROM ${to}`);
}

async function ensureRole(client: pg.Client, role: string, options: string): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [role]);
  await client.query(`${rowCount ? "ALTER" : "CREATE"} ROLE ${quoted(role)} ${options}`);
}

const quoted = (name: string) => pg.escapeIdentifier(name);
const databaseOf = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1));
