import pg from "pg";

/** What the tables of a database are made of, each part as PostgreSQL writes it. Two databases of one shape have the same. */
export async function schemaShape(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const list = async (sql: string) => (await client.query<{ text: string }>(sql)).rows.map(({ text }) => text).sort();
    return {
      columns: await list(`
        SELECT format('%s.%s %s %s %s %s', a.attrelid::regclass, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attcollation,
          pg_get_expr(d.adbin, d.adrelid)) AS text
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v') AND ${isOurs("c.relnamespace")}`),
      constraints: await list(`
        SELECT format('%s %s %s', conrelid::regclass, CASE WHEN conparentid = 0 THEN conname END, pg_get_constraintdef(oid)) AS text
        FROM pg_constraint WHERE ${isOurs("connamespace")}`),
      indexes: await list(`
        SELECT regexp_replace(pg_get_indexdef(i.indexrelid), CASE WHEN c.relispartition THEN 'INDEX \\S+ ON' ELSE '^$' END, 'INDEX ON') AS text
        FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE ${isOurs("c.relnamespace")}`),
      triggers: await list(`
        SELECT pg_get_triggerdef(t.oid) AS text FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
        WHERE NOT t.tgisinternal AND ${isOurs("c.relnamespace")}`),
      views: await list(`
        SELECT format('%s %s %s', oid::regclass, reloptions, pg_get_viewdef(oid)) AS text FROM pg_class WHERE relkind = 'v' AND ${isOurs("relnamespace")}`),
      counters: await list(`
        SELECT format('%s %s %s', d.objid::regclass, d.refobjid::regclass, d.refobjsubid) AS text FROM pg_depend d
        JOIN pg_class c ON c.oid = d.objid AND c.relkind = 'S' WHERE d.deptype = 'a' AND d.classid = 'pg_class'::regclass`),
      settings: await list(`
        SELECT format('%s %s', oid::regclass, reloptions) AS text FROM pg_class WHERE relkind IN ('r', 'p') AND ${isOurs("relnamespace")}`),
    };
  } finally {
    await client.end();
  }
}

const isOurs = (schema: string) => `${schema}::regnamespace::text IN ('public', 'tenant', 'partitions')`;
