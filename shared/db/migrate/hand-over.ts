import pg from "pg";

/** How many tables, functions and other objects changed hands, and whose they were. */
export interface OwnershipChange {
  from: string;
  objects: number;
}

interface OwnObject {
  kind: string;
  name: string;
  owner: string;
}

/**
 * Makes the role the owner of all that is ours in the database. The processes go on meanwhile: nobody waits for more than half a second at a time,
 * and what is done stays done. Tables come before the views on them, which read with the rights of their owner.
 * @throws Error when something holds a table for five minutes
 */
export async function handOver(client: pg.Client, owner: string, but: string): Promise<OwnershipChange[]> {
  const found = await listObjectsOfOthers(client, owner, but);
  await client.query("SET lock_timeout = '500ms'");
  for (const { kind, name } of found)
    await patiently(client, `ALTER ${kind} ${name} OWNER TO ${pg.escapeIdentifier(owner)}`);
  await client.query("RESET lock_timeout");
  const counts = new Map<string, number>();
  for (const { owner: from } of found) counts.set(from, (counts.get(from) ?? 0) + 1);
  return [...counts].map(([from, objects]) => ({ from, objects }));
}

/** SQL of the objects of ours, in the order in which they change hands. A sequence of a column goes with its table. */
export const ownObjectsQuery = `
  SELECT 1 AS turn, 'SCHEMA' AS kind, quote_ident(nspname) AS name, nspowner AS owner FROM pg_namespace
  WHERE nspname = 'tenant'
  UNION ALL
  SELECT CASE relkind WHEN 'v' THEN 3 ELSE 2 END, CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END,
    format('%I.%I', n.nspname, relname), relowner
  FROM pg_class c JOIN ours n ON n.oid = relnamespace
  WHERE relkind IN ('r', 'p', 'v', 'S') AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
    AND (d.deptype = 'e' OR relkind = 'S' AND d.refobjsubid > 0 AND d.deptype IN ('a', 'i')))
  UNION ALL
  SELECT 4, 'ROUTINE', p.oid::regprocedure::text, proowner FROM pg_proc p JOIN ours n ON n.oid = pronamespace
  WHERE NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
  UNION ALL
  SELECT 5, 'TYPE', format('%I.%I', n.nspname, typname), typowner FROM pg_type t JOIN ours n ON n.oid = typnamespace
  WHERE typtype IN ('d', 'e') AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_type'::regclass AND d.objid = t.oid AND d.deptype = 'e')`;

/** The schemas that `ownObjectsQuery` asks. */
export const ownSchemas = `ours AS (SELECT oid, nspname FROM pg_namespace WHERE nspname IN ('public', 'tenant'))`;

async function listObjectsOfOthers(client: pg.Client, owner: string, but: string): Promise<OwnObject[]> {
  const { rows } = await client.query<OwnObject>(
    `WITH ${ownSchemas} SELECT o.kind, o.name, r.rolname::text AS owner FROM (${ownObjectsQuery}) o JOIN pg_roles r ON r.oid = o.owner
     WHERE r.rolname NOT IN ($1, $2) ORDER BY o.turn, o.name`,
    [owner, but],
  );
  return rows;
}

const maxTries = 600;
const lockFailures = ["55P03", "40P01"];

async function patiently(client: pg.Client, statement: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query(statement);
      return;
    } catch (error) {
      const isHeld = error instanceof pg.DatabaseError && lockFailures.includes(error.code ?? "");
      if (!isHeld) throw error;
      if (tries === maxTries) throw new Error(`${statement}: end what holds it, and migrate again`, { cause: error });
    }
  }
}
