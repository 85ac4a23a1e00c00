import type pg from "pg";

interface ViewShape {
  name: string;
  /** The statement that makes it. */
  text: string;
}

/** The views that read the tables, those of views among them, in the order in which they can be made. */
export async function readViews(client: pg.Client, tables: string[]): Promise<ViewShape[]> {
  const { rows } = await client.query<{ name: string; settings: string | null; text: string }>(
    `WITH RECURSIVE reader AS (
       SELECT t::regclass::oid AS oid, 0 AS depth FROM unnest($1::text[]) AS t
       UNION
       SELECT w.ev_class, r.depth + 1 FROM reader r
       JOIN pg_depend d ON d.refobjid = r.oid AND d.refclassid = 'pg_class'::regclass AND d.classid = 'pg_rewrite'::regclass
       JOIN pg_rewrite w ON w.oid = d.objid AND w.ev_class <> r.oid
     )
     SELECT c.oid::regclass::text AS name, array_to_string(c.reloptions, ', ') AS settings, pg_get_viewdef(c.oid) AS text
     FROM (SELECT oid, max(depth) AS depth FROM reader WHERE depth > 0 GROUP BY oid) r JOIN pg_class c ON c.oid = r.oid
     ORDER BY r.depth, c.oid`,
    [tables],
  );
  return rows.map(({ name, settings, text }) => ({
    name,
    text: `CREATE VIEW ${name} ${settings ? `WITH (${settings}) ` : ""}AS ${text}`,
  }));
}
