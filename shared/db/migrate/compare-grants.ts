import { Prisma } from "../generated/client.js";
import type { Statements } from "../pool/database.js";
import { compareOwner } from "./compare-owner.js";
import {
  connectionShares,
  functionGrants,
  type ProcessRole,
  processGrants,
  processRoles,
  statementTimeout,
} from "./process-grants.js";
import { nameOfSetting, type RoleLimits, roleLimits, roleSettings } from "./role-limits.js";
import { countersOf, type DrawnCounter, drawnCountersQuery, ownersFunctionsQuery, roleName } from "./set-grants.js";

/** Right of a process's role, in PostgreSQL's words: a privilege, and on what. */
interface GrantedPrivilege {
  process: ProcessRole;
  privilege: string;
  object: string;
  /** Column of a privilege on columns. */
  field: string | null;
}

/** Rights of the roles beyond `processGrants`, and those that they lack: one line each. */
interface GrantDifferences {
  beyond: string[];
  missing: string[];
}

/**
 * Compares what the roles of the processes may do, by whatever way, with what they should. Undefined when there are no such roles: then all
 * processes connect as one.
 */
export async function compareGrants(db: Statements, prefix: string): Promise<GrantDifferences | undefined> {
  const names = processRoles.map((process) => roleName(prefix, process));
  const roles = await db.$queryRaw<{ process: ProcessRole }[]>`
    SELECT process FROM unnest(${[...processRoles]}::text[], ${names}::text[]) AS r(process, name) JOIN pg_roles ON rolname = name`;
  if (roles.length === 0) return undefined;
  const absent = processRoles.filter((process) => !roles.some((role) => role.process === process));
  const present = processRoles.filter((process) => !absent.includes(process));

  const [rights, fields, drawn, powers, limits, settings] = [
    await readRights(db, prefix, present),
    await readFields(db),
    await db.$queryRaw<DrawnCounter[]>(Prisma.raw(drawnCountersQuery)),
    await readPowers(db, prefix, present),
    await readLimits(db, prefix, present),
    await readSettings(db, prefix, present),
  ];
  const may = new Map(rights.map((right) => [keyOf(right), right]));
  const should = new Map(
    present.flatMap((process) => wanted(process, fields, drawn)).map((right) => [keyOf(right), right]),
  );
  const without = (one: Map<string, GrantedPrivilege>, other: Map<string, GrantedPrivilege>) =>
    inLines(
      [...one].filter(([key]) => !other.has(key)).map(([, right]) => right),
      fields,
    );
  return {
    beyond: [
      ...powers.map(({ process, power }) => `${process} ${power}`),
      ...settings.map(({ process, setting }) => `${process} has a setting of its own: ${nameOfSetting(setting)}`),
      ...(await compareOwner(db, prefix)),
      ...without(may, should),
    ],
    missing: [
      ...absent.map((process) => `the role ${roleName(prefix, process)}`),
      ...limits.flatMap(({ process, connections, most, isTimed }) => [
        ...(connections === most ? [] : [`${process}: a limit of ${most} connections`]),
        ...(isTimed ? [] : [`${process}: a statement_timeout of ${statementTimeout}`]),
      ]),
      ...without(should, may),
    ],
  };
}

const keyOf = ({ process, privilege, object, field }: GrantedPrivilege) => `${process} ${privilege} ${object} ${field}`;

type Fields = ReadonlyMap<string, string[]>;

/** The columns of each table and view, and the sequences. */
async function readFields(db: Statements): Promise<Fields> {
  const rows = await db.$queryRaw<{ object: string; fields: string[] }[]>`
    SELECT ${objectName} AS object, array_agg(a.attname::text ORDER BY a.attnum) AS fields
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE ${isOwn} AND c.relkind <> 'S' GROUP BY c.oid
    UNION ALL SELECT 'sequences', array_agg(c.relname::text) FROM pg_class c WHERE ${isOwn} AND c.relkind = 'S'`;
  return new Map(rows.map(({ object, fields }) => [object, fields]));
}

const objectName = Prisma.sql`c.relnamespace::regnamespace || '.' || c.relname`;
const isOwn = Prisma.sql`c.relnamespace IN ('public'::regnamespace, 'tenant'::regnamespace) AND c.relkind IN ('r', 'v', 'm', 'p', 'S')
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'e')`;

/** By whatever way a role has it: given to itself, to a role that it belongs to, or to everybody. */
const readRights = (
  db: Statements,
  prefix: string,
  processes: ProcessRole[],
): Promise<GrantedPrivilege[]> => db.$queryRaw`
  WITH role AS (
    SELECT process, name::regrole::oid AS oid
    FROM unnest(${processes}::text[], ${processes.map((process) => `"${roleName(prefix, process)}"`)}::text[]) AS r(process, name)
  )
  SELECT process, privilege, ${objectName} AS object, a.attname::text AS field
  FROM role, pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped,
    unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']) AS privilege
  WHERE ${isOwn} AND c.relkind <> 'S' AND has_column_privilege(role.oid, c.oid, a.attnum, privilege)
  UNION ALL
  SELECT process, privilege, ${objectName}, NULL
  FROM role, pg_class c, unnest(ARRAY['DELETE', 'TRUNCATE', 'TRIGGER']) AS privilege
  WHERE ${isOwn} AND c.relkind <> 'S' AND has_table_privilege(role.oid, c.oid, privilege)
  UNION ALL
  SELECT process, 'LOCK', ${objectName}, NULL FROM role, pg_class c
  WHERE ${isOwn} AND c.relkind <> 'S' AND (has_table_privilege(role.oid, c.oid, 'UPDATE')
    OR CASE WHEN current_setting('server_version_num')::int >= 170000 THEN has_table_privilege(role.oid, c.oid, 'MAINTAIN') END)
  UNION ALL
  SELECT process, privilege, 'sequences', c.relname::text
  FROM role, pg_class c, unnest(ARRAY['USAGE', 'UPDATE']) AS privilege
  WHERE ${isOwn} AND c.relkind = 'S' AND has_sequence_privilege(role.oid, c.oid, privilege)
  UNION ALL
  SELECT process, privilege, 'schema ' || nspname::text, NULL
  FROM role, pg_namespace n, unnest(ARRAY['USAGE', 'CREATE']) AS privilege
  WHERE nspname IN ('public', 'tenant') AND has_schema_privilege(role.oid, n.oid, privilege)
  UNION ALL
  SELECT process, privilege, 'the database', NULL FROM role, unnest(ARRAY['CREATE', 'TEMPORARY']) AS privilege
  WHERE has_database_privilege(role.oid, current_database(), privilege)
  UNION ALL
  SELECT process, 'EXECUTE', f.name, NULL FROM role, (${Prisma.raw(ownersFunctionsQuery)}) AS f
  WHERE has_function_privilege(role.oid, f.oid, 'EXECUTE')`;

/** Reads powers that no grant gives. */
const readPowers = (
  db: Statements,
  prefix: string,
  processes: ProcessRole[],
): Promise<{ process: ProcessRole; power: string }[]> => db.$queryRaw`
  WITH role AS (
    SELECT process, pg_roles.* FROM pg_roles
    JOIN unnest(${processes}::text[], ${processes.map((process) => roleName(prefix, process))}::text[]) AS r(process, name) ON rolname = name
  )
  SELECT process, power FROM role, LATERAL (VALUES
    (rolsuper, 'is a superuser'), (rolcreaterole, 'may create roles'), (rolcreatedb, 'may create databases'),
    (rolreplication, 'may replicate'), (rolbypassrls, 'passes row security')) AS had(it, power) WHERE it
  UNION ALL
  SELECT process, 'belongs to ' || m.roleid::regrole FROM role JOIN pg_auth_members m ON m.member = role.oid`;

const readLimits = (db: Statements, prefix: string, processes: ProcessRole[]): Promise<RoleLimits[]> => db.$queryRaw`
  SELECT process, ${Prisma.raw(roleLimits)}
  FROM unnest(${processes}::text[], ${processes.map((process) => roleName(prefix, process))}::text[],
    ${processes.map((process) => connectionShares[process])}::float8[]) AS r(process, name, share) JOIN pg_roles ON rolname = name
  ORDER BY process`;

const readSettings = (
  db: Statements,
  prefix: string,
  processes: ProcessRole[],
): Promise<{ process: ProcessRole; setting: string }[]> => db.$queryRaw`
  SELECT process, setting
  FROM unnest(${processes}::text[], ${processes.map((process) => roleName(prefix, process))}::text[]) AS r(process, name)
  JOIN (${Prisma.raw(roleSettings)}) AS own ON own.role = name ORDER BY process, setting`;

/** A privilege on all columns is one on each. */
function wanted(process: ProcessRole, fields: Fields, drawn: DrawnCounter[]): GrantedPrivilege[] {
  const onTables = Object.entries(processGrants[process]).flatMap(([table, privileges]) => {
    const object = table.includes(".") ? table : `public.${table}`;
    return [...privileges.matchAll(/([A-Z]+)(?: \(([^)]+)\))?/g)].flatMap(
      ([, privilege = "", list]): GrantedPrivilege[] => {
        if (privilege === "DELETE") return [{ process, privilege, object, field: null }];
        const named = list?.split(", ") ?? fields.get(object) ?? ["*"];
        return named.map((field) => ({ process, privilege, object, field }));
      },
    );
  });
  const usage = { process, privilege: "USAGE" };
  const sequences: GrantedPrivilege[] = countersOf(process, drawn).map((field) => ({
    ...usage,
    object: "sequences",
    field,
  }));
  const schemas: GrantedPrivilege[] = ["public", "tenant"].map((name) => ({
    ...usage,
    object: `schema ${name}`,
    field: null,
  }));
  const functions: GrantedPrivilege[] = Object.entries(functionGrants)
    .filter(([, callers]) => callers.includes(process))
    .map(([name]) => ({ process, privilege: "EXECUTE", object: name.replaceAll(", ", ","), field: null }));
  return [...onTables, ...sequences, ...schemas, ...functions];
}

/** One line for the columns of a table, which are named when they are not all of it. */
function inLines(rights: GrantedPrivilege[], fields: Fields): string[] {
  const lines = new Map<string, GrantedPrivilege[]>();
  for (const right of rights) {
    const line = `${right.process}: ${right.privilege} on ${right.object}`;
    lines.set(line, [...(lines.get(line) ?? []), right]);
  }
  return [...lines].map(([line, ofLine]) => {
    const named = ofLine.flatMap(({ field }) => field ?? []);
    const isAll = named.length === (fields.get(ofLine[0]?.object ?? "")?.length ?? 0);
    return named.length === 0 || isAll ? line : `${line} (${named.join(", ")})`;
  });
}
