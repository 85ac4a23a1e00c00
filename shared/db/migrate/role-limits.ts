import pg from "pg";
import { connectionShares, type ProcessRole, statementTimeout } from "./process-grants.js";

/** What a role is bounded by, and what it should be. */
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
