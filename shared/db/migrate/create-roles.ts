import pg from "pg";
import { addressesOf, changeUrl, withClient } from "../hosts.js";
import { type ProcessRole, processRoles } from "./process-grants.js";
import { closeFunctions, roleName, setGrants } from "./set-grants.js";

export type RolePasswords = Record<ProcessRole, string>;

/** The same database, as a process's role. */
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
export function createRoles(
  databaseUrl: string,
  passwords: RolePasswords,
  prefix = databaseOf(databaseUrl),
): Promise<string> {
  return alone(databaseUrl, async (client) => {
    for (const process of processRoles) {
      const role = roleName(prefix, process);
      await ensureRole(client, role, `LOGIN PASSWORD ${pg.escapeLiteral(passwords[process])}`);
      await takeRights(client, role);
    }
    await giveAuditPurge(client, `${prefix}_audit_purge`);
    await setGrants(client, prefix);
    return prefix;
  });
}

/** Where the roles are there, gives each again what it may do and no more, and leaves the passwords. Tells whether they are. */
export function renewGrants(databaseUrl: string, prefix = databaseOf(databaseUrl)): Promise<boolean> {
  return alone(databaseUrl, async (client) => {
    const names = processRoles.map((process) => roleName(prefix, process));
    const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = ANY($1)", [names]);
    const areThere = rowCount === names.length;
    if (areThere) {
      for (const name of names) await takeRights(client, name);
      await giveAuditPurge(client, `${prefix}_audit_purge`);
      await setGrants(client, prefix);
    } else await closeFunctions(client);
    return areThere;
  });
}

const advisoryLock = 7_266_002;

/** What the connecting role may not do, in words. */
export class NotOwnerError extends Error {
  override name = "NotOwnerError";

  constructor(cause: pg.DatabaseError) {
    super(
      `The role of DATABASE_URL may not do that (${cause.message}). It must own everything in the database, and may create roles. ` +
        "Where another role loaded a dump: load it again, roles first (shared/deploy/backup.md).",
      { cause },
    );
  }
}

/** In one transaction. Two at once would update the same rows of the catalogue. @throws NotOwnerError */
function alone<Result>(databaseUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  return withClient(databaseUrl, async (client) => {
    try {
      await client.query("BEGIN");
      await client.query("SELECT pg_advisory_xact_lock($1)", [advisoryLock]);
      const result = await work(client);
      await client.query("COMMIT");
      return result;
    } catch (error) {
      throw error instanceof pg.DatabaseError && error.code === "42501" ? new NotOwnerError(error) : error;
    }
  });
}

/** The role that owns the purge of the audit log: nobody connects as it, and it may do nothing else. */
async function giveAuditPurge(client: pg.Client, role: string): Promise<void> {
  const to = quoted(role);
  const { rows } = await client.query<{ connects: boolean; isOurs: boolean }>(
    `SELECT rolcanlogin AS connects, pg_has_role(oid, 'USAGE') AS "isOurs" FROM pg_roles WHERE rolname = $1`,
    [role],
  );
  const [found] = rows;
  if (!found || found.connects) await ensureRole(client, role, "NOLOGIN");
  if (!found?.isOurs) await client.query(`GRANT ${to} TO CURRENT_USER`);
  await client.query(`GRANT USAGE, CREATE ON SCHEMA public TO ${to}`);
  await client.query(`GRANT SELECT (id, created_at), DELETE ON audit_entry TO ${to}`);
  await client.query(`ALTER FUNCTION purge_audit_entries(integer) OWNER TO ${to}`);
  await client.query(`REVOKE CREATE ON SCHEMA public FROM ${to}`);
}

async function ensureRole(client: pg.Client, role: string, options: string): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [role]);
  await client.query(`${rowCount ? "ALTER" : "CREATE"} ROLE ${quoted(role)} ${options}`);
}

/** Of a role that was there before: what no grant gives. Only what it has is named, since that may take a superuser. */
async function takeRights(client: pg.Client, role: string): Promise<void> {
  const { rows: attributes } = await client.query<{ no: string }>(
    `SELECT unnest(ARRAY[
       CASE WHEN rolsuper THEN 'NOSUPERUSER' END, CASE WHEN rolcreaterole THEN 'NOCREATEROLE' END,
       CASE WHEN rolcreatedb THEN 'NOCREATEDB' END, CASE WHEN rolreplication THEN 'NOREPLICATION' END,
       CASE WHEN rolbypassrls THEN 'NOBYPASSRLS' END]) AS no FROM pg_roles WHERE rolname = $1`,
    [role],
  );
  for (const { no } of attributes) if (no) await client.query(`ALTER ROLE ${quoted(role)} ${no}`);
  const { rows: groups } = await client.query<{ name: string }>(
    "SELECT roleid::regrole::text AS name FROM pg_auth_members WHERE member = $1::regrole",
    [quoted(role)],
  );
  for (const { name } of groups) await client.query(`REVOKE ${name} FROM ${quoted(role)}`);
}

const quoted = (name: string) => pg.escapeIdentifier(name);
export const databaseOf = (url: string) => decodeURIComponent(new URL(addressesOf(url)?.[0] ?? url).pathname.slice(1));
