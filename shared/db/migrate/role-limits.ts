import pg from "pg";
import { connectionShares, type ProcessRole, statementTimeout } from "./process-grants.js";

/** Limits of a role, as they are and as they should be. */
export interface RoleLimits {
  process: ProcessRole;
  /** -1 for any number. */
  connections: number;
  most: number;
  isTimed: boolean;
}

/** SQL of the connections that the server has for all but superusers. */
const serverConnections = `
  (SELECT sum(CASE name WHEN 'max_connections' THEN setting::int ELSE -setting::int END) FROM pg_settings
   WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections'))::int`;

/** SQL of the limits of a row of pg_roles, whose process has this share. */
export const roleLimits = `rolconnlimit AS connections, floor(${serverConnections} * share)::int AS most,
  coalesce(rolconfig @> ARRAY['statement_timeout=${statementTimeout}'], false) AS "isTimed"`;

/** SQL of the settings of these roles, by name, that a connection begins with: any of them can be the role's own doing. */
export const roleSettings = `
  SELECT r.rolname::text AS role, setting FROM pg_roles r JOIN pg_db_role_setting s ON s.setrole = r.oid, unnest(s.setconfig) AS setting
  WHERE s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
    AND NOT (s.setdatabase = 0 AND setting = 'statement_timeout=${statementTimeout}')`;

/**
 * Takes from a role the settings that are not ours. PostgreSQL forbids nobody to give them to their own role. Gives the names of what it took.
 */
export async function takeSettings(client: pg.Client, role: string): Promise<string[]> {
  const { rows } = await client.query<{ setting: string }>(
    `SELECT setting FROM (${roleSettings}) AS own WHERE role = $1 ORDER BY setting`,
    [role],
  );
  if (rows.length === 0) return [];
  const { rows: databases } = await client.query<{ name: string }>("SELECT current_database() AS name");
  const quoted = pg.escapeIdentifier(role);
  for (const { name } of databases)
    await client.query(`ALTER ROLE ${quoted} IN DATABASE ${pg.escapeIdentifier(name)} RESET ALL`);
  await client.query(`ALTER ROLE ${quoted} RESET ALL`);
  return rows.map(({ setting }) => nameOfSetting(setting));
}

export const nameOfSetting = (setting: string): string => setting.replace(/=.*/s, "");

/** No role can take all connections, or let a statement run for ever by mistake. What is so already is left. */
export async function limitRole(client: pg.Client, process: ProcessRole, role: string): Promise<void> {
  const { rows } = await client.query<Omit<RoleLimits, "process">>(
    `SELECT ${roleLimits} FROM pg_roles, (SELECT $2::float8 AS share) AS of_process WHERE rolname = $1`,
    [role, connectionShares[process]],
  );
  const quoted = pg.escapeIdentifier(role);
  for (const { connections, most, isTimed } of rows) {
    if (connections !== most) await client.query(`ALTER ROLE ${quoted} CONNECTION LIMIT ${most}`);
    if (!isTimed) await client.query(`ALTER ROLE ${quoted} SET statement_timeout = '${statementTimeout}'`);
  }
}
