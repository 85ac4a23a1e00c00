import pg from "pg";
import { changeUrl, databaseOf, withClient } from "../../config/database-hosts.js";
import { alone } from "./alone.js";
import { createOwner, joinAuditPurge } from "./create-owner.js";
import { type ProcessRole, processRoles } from "./process-grants.js";
import { limitRole, takeSettings } from "./role-limits.js";
import { ensureGroup, ensureRole, join, quoted, takeRights } from "./role-statements.js";
import { closeFunctions, ownerName, purgeName, roleName, setGrants } from "./set-grants.js";

export type RolePasswords = Record<ProcessRole, string>;

/** Told what was found and mended that nobody should have done. */
type OnFinding = (line: string) => void;
const untold: OnFinding = () => undefined;

/** URL of the same database, as a process's role. */
export function urlOfRole(
  databaseUrl: string,
  process: ProcessRole,
  password: string,
  prefix = databaseOf(databaseUrl),
) {
  return changeUrl(databaseUrl, (url) => {
    url.username = roleName(prefix, process);
    url.password = password;
  });
}

/**
 * Creates a role for each process, or gives an existing one its password, and grants each what it may do and no more. To be run
 * after every migration. The connecting role must own the tables, and may create roles. Gives the prefix of their names.
 */
export async function createRoles(
  databaseUrl: string,
  passwords: RolePasswords,
  prefix = databaseOf(databaseUrl),
  tell: OnFinding = untold,
): Promise<string> {
  await createOwner(databaseUrl, prefix);
  return alone(databaseUrl, async (client) => {
    for (const process of processRoles)
      await ensureRole(client, roleName(prefix, process), `LOGIN PASSWORD ${pg.escapeLiteral(passwords[process])}`);
    await bound(client, prefix, tell);
    return prefix;
  });
}

/** Where the roles are there, gives each again what it may do and no more, and leaves the passwords. Tells whether they are. */
export async function renewGrants(
  databaseUrl: string,
  prefix = databaseOf(databaseUrl),
  tell: OnFinding = untold,
): Promise<boolean> {
  const areThere = await haveRoles(databaseUrl, prefix);
  if (areThere) await createOwner(databaseUrl, prefix);
  await alone(databaseUrl, (client) => (areThere ? bound(client, prefix, tell) : closeFunctions(client)));
  return areThere;
}

/** Whether each process has a role of its own. */
export function haveRoles(databaseUrl: string, prefix = databaseOf(databaseUrl)): Promise<boolean> {
  const names = processRoles.map((process) => roleName(prefix, process));
  return withClient(databaseUrl, async (client) => {
    const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = ANY($1)", [names]);
    return rowCount === names.length;
  });
}

/** Bounds the roles of the processes to their rights, and no more. */
async function bound(client: pg.Client, prefix: string, tell: OnFinding): Promise<void> {
  for (const process of processRoles) {
    await takeRights(client, roleName(prefix, process));
    const taken = await takeSettings(client, roleName(prefix, process));
    if (taken.length > 0)
      tell(`${roleName(prefix, process)} had settings of its own: ${taken.join(", ")}. They are gone.`);
    await limitRole(client, process, roleName(prefix, process));
  }
  await giveAuditPurge(client, purgeName(prefix), ownerName(prefix));
  await setGrants(client, prefix);
}

/** The role that owns the purge of the audit log: nobody connects as it, and it may do nothing else. */
async function giveAuditPurge(client: pg.Client, role: string, owner: string): Promise<void> {
  const to = quoted(role);
  const { isOurs } = await ensureGroup(client, role);
  if (!isOurs) await join(client, role);
  await joinAuditPurge(client, role, owner);
  await client.query(`GRANT USAGE, CREATE ON SCHEMA public TO ${to}`);
  await client.query(`REVOKE ALL ON audit_entry FROM ${to}`);
  await client.query(`GRANT SELECT (id, created_at), DELETE ON audit_entry_default TO ${to}`);
  await client.query(`ALTER FUNCTION purge_audit_entries(integer) OWNER TO ${to}`);
  await client.query(`REVOKE CREATE ON SCHEMA public FROM ${to}`);
}
