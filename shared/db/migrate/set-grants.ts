import type pg from "pg";
import { functionGrants, type ProcessRole, processGrants, processRoles } from "./process-grants.js";
import { quoted } from "./role-statements.js";

/** The name of a process's role: the database's name and the process's. `prefix` replaces the database's name. */
export const roleName = (prefix: string, process: ProcessRole): string => `${prefix}_${process}`;

/** The role that owns the tables and functions: nobody connects as it. */
export const ownerName = (prefix: string): string => `${prefix}_objects`;

/** The role that owns the purge of the audit log: nobody connects as it. */
export const purgeName = (prefix: string): string => `${prefix}_audit_purge`;

/** The functions that make a large object. Without one there is none to be opened or written. */
export const largeObjectMakers =
  "pg_catalog.lo_creat(integer), pg_catalog.lo_create(oid), pg_catalog.lo_from_bytea(oid, bytea)";

/**
 * Gives the roles of the processes what they may do, and takes from them and from everybody whatever else they were given: by a dump that was
 * loaded before the roles were there, for example. The connecting role owns the tables.
 */
export async function setGrants(client: pg.Client, prefix: string): Promise<void> {
  const roles = processRoles.map((process) => quoted(roleName(prefix, process)));
  const everybody = ["PUBLIC", ...roles].join(", ");
  // Who may make a type or a function of their own, if only for a session, could have it taken for ours.
  const { rows } = await client.query(
    `SELECT quote_ident(current_database()) AS database, rolsuper AS "isSuper" FROM pg_roles WHERE rolname = current_user`,
  );
  await client.query(`REVOKE CREATE, TEMPORARY ON DATABASE ${rows[0]?.database} FROM ${everybody}`);
  // Those functions are PostgreSQL's: a superuser alone can take them from everybody. Of another owner `doctor` tells.
  if (rows[0]?.isSuper) await client.query(`REVOKE EXECUTE ON FUNCTION ${largeObjectMakers} FROM ${everybody}`);
  // Until PostgreSQL 14, everybody may create tables there.
  await client.query(`REVOKE CREATE ON SCHEMA public, tenant FROM ${everybody}`);
  for (const [kind, names] of await ownRelations(client))
    await client.query(`REVOKE ALL ON ${kind} ${names.join(", ")} FROM ${everybody}`);
  for (const process of processRoles) await grant(client, process, quoted(roleName(prefix, process)));
  await client.query(`REVOKE ALL ON FUNCTION ${(await ownersFunctions(client)).join(", ")} FROM ${everybody}`);
  for (const [name, callers] of Object.entries(functionGrants))
    for (const caller of callers)
      await client.query(`GRANT EXECUTE ON FUNCTION ${name} TO ${quoted(roleName(prefix, caller))}`);
}

/** Closes functions where the processes have no roles of their own: nobody but its owner calls what runs with the owner's rights. */
export async function closeFunctions(client: pg.Client): Promise<void> {
  const ours = await ownersFunctions(client, "AND pg_has_role(p.proowner, 'USAGE')");
  if (ours.length > 0) await client.query(`REVOKE ALL ON FUNCTION ${ours.join(", ")} FROM PUBLIC`);
}

async function grant(client: pg.Client, process: ProcessRole, to: string): Promise<void> {
  await client.query(`GRANT USAGE ON SCHEMA public, tenant TO ${to}`);
  const { rows: drawn } = await client.query<DrawnCounter>(drawnCountersQuery);
  for (const counter of countersOf(process, drawn))
    await client.query(`GRANT USAGE ON SEQUENCE public.${quoted(counter)} TO ${to}`);
  for (const [table, privileges] of Object.entries(processGrants[process]))
    await client.query(`GRANT ${await byColumns(client, table, privileges)} ON ${table} TO ${to}`);
}

/** UPDATE of a whole table would be the right to lock it as well. */
async function byColumns(client: pg.Client, table: string, privileges: string): Promise<string> {
  if (!/\bUPDATE\b(?! \()/.test(privileges)) return privileges;
  const { rows } = await client.query<{ all: string }>(
    `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS all FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    [table],
  );
  return privileges.replace(/\bUPDATE\b/, `UPDATE (${rows[0]?.all})`);
}

/** A counter of ids, and a table whose new rows draw from it. */
export interface DrawnCounter {
  counter: string;
  table: string;
}

/** A counter of an identity column is drawn from without a privilege. */
export const drawnCountersQuery = `
  SELECT DISTINCT s.relname::text AS counter, t.relname::text AS "table" FROM pg_class s
  JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = s.oid AND d.classid = 'pg_attrdef'::regclass
  JOIN pg_attrdef a ON a.oid = d.objid JOIN pg_class t ON t.oid = a.adrelid
  WHERE s.relkind = 'S' AND s.relnamespace = 'public'::regnamespace`;

/** Counters of the tables to which the process adds rows. Whoever may draw from a counter can draw all of it, and it ends for good. */
export function countersOf(process: ProcessRole, drawn: readonly DrawnCounter[]): string[] {
  const isAdding = ([, privileges]: [string, string]) => /\bINSERT\b/.test(privileges);
  const tables = Object.entries(processGrants[process])
    .filter(isAdding)
    .map(([table]) => table.replace("tenant.", ""));
  return [...new Set(drawn.filter(({ table }) => tables.includes(table)).map(({ counter }) => counter))];
}

/** Tables, views and sequences; not those of an extension, which has rules of its own. */
async function ownRelations(client: pg.Client): Promise<[kind: string, names: string[]][]> {
  const { rows } = await client.query<{ kind: string; names: string[] }>(`
    SELECT CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind, array_agg(c.oid::regclass::text) AS names FROM pg_class c
    WHERE c.relnamespace IN ('public'::regnamespace, 'tenant'::regnamespace) AND c.relkind IN ('r', 'v', 'm', 'p', 'S')
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'e')
    GROUP BY 1`);
  return rows.map(({ kind, names }) => [kind, names]);
}

/** Functions that run with their owner's rights, whoever calls. No trigger is called by a role. */
export const ownersFunctionsQuery = `
  SELECT p.oid, p.oid::regprocedure::text AS name FROM pg_proc p
  WHERE p.pronamespace IN ('public'::regnamespace, 'tenant'::regnamespace) AND p.prosecdef AND p.prorettype <> 'trigger'::regtype
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e')`;

async function ownersFunctions(client: pg.Client, condition = ""): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`${ownersFunctionsQuery} ${condition}`);
  return rows.map(({ name }) => name);
}
