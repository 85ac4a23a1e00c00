import { Prisma } from "../generated/client.js";
import type { Statements } from "../pool/database.js";
import { ownObjectsQuery, ownSchemas } from "./hand-over.js";
import { ownerName, purgeName } from "./set-grants.js";

/** Finds faults in who owns our tables and functions, and in where our functions look for names: one line each. */
export async function compareOwner(db: Statements, prefix: string): Promise<string[]> {
  const [powers, others, open] = [
    await readOwnersPowers(db, prefix),
    await readOthersObjects(db, prefix),
    await openNames(db),
  ];
  return [
    ...powers.map(({ power }) => `${ownerName(prefix)} ${power}`),
    ...others.map(({ owner, objects }) => `${owner} owns ${objects} of our tables and functions`),
    ...open.map(({ name }) => `${name} looks for names in its caller's schema`),
  ];
}

/** Reads powers of the owner of tables and functions beside them: its functions run with those. */
const readOwnersPowers = (db: Statements, prefix: string): Promise<{ power: string }[]> => db.$queryRaw`
  SELECT power FROM pg_roles, LATERAL (VALUES
    (rolcanlogin, 'may connect'), (rolsuper, 'is a superuser'), (rolcreaterole, 'may create roles'), (rolcreatedb, 'may create databases'),
    (rolreplication, 'may replicate'), (rolbypassrls, 'passes row security')) AS had(it, power) WHERE it AND rolname = ${ownerName(prefix)}
  UNION ALL
  SELECT 'belongs to ' || m.roleid::regrole FROM pg_roles r JOIN pg_auth_members m ON m.member = r.oid
  WHERE r.rolname = ${ownerName(prefix)} AND m.roleid <> coalesce(to_regrole(${`"${purgeName(prefix)}"`}), 0)`;

/** Counts our objects that belong to others, by owner. */
const readOthersObjects = (
  db: Statements,
  prefix: string,
): Promise<{ owner: string; objects: number }[]> => db.$queryRaw`
  WITH ${Prisma.raw(ownSchemas)}
  SELECT r.rolname::text AS owner, count(*)::int AS objects FROM (${Prisma.raw(ownObjectsQuery)}) o JOIN pg_roles r ON r.oid = o.owner
  WHERE r.rolname NOT IN (${ownerName(prefix)}, ${purgeName(prefix)}) GROUP BY 1 ORDER BY 1`;

/**
 * The functions of ours that would take a type or a table of the caller's temporary schema for ours. One whose text was read when it was made
 * looks for nothing any more.
 */
export const openNames = (db: Statements): Promise<{ name: string }[]> => db.$queryRaw`
  SELECT p.oid::regprocedure::text AS name FROM pg_proc p
  WHERE p.pronamespace IN ('public'::regnamespace, 'tenant'::regnamespace) AND (p.prosqlbody IS NULL OR p.prosecdef)
    AND NOT EXISTS (SELECT FROM unnest(p.proconfig) AS setting(text) WHERE text ~ '^search_path=(.*, )?pg_temp$')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e')
  ORDER BY 1`;

/** Whether everybody may fill the database with large objects. */
export async function mayMakeLargeObjects(db: Statements): Promise<boolean> {
  const [row] = await db.$queryRaw<[{ may: boolean }]>`
    SELECT bool_or(given.grantee = 0) AS may FROM pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS given
    WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.proname IN ('lo_creat', 'lo_create', 'lo_from_bytea')`;
  return row.may;
}
