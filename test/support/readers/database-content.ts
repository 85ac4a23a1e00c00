import type { Database } from "../../../shared/db/pool/database.js";

/** Every table: how many rows it has, and a hash of what is in them. */
export async function contentOf(db: Database): Promise<unknown> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
  const parts = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, count(*)::int AS rows, md5(string_agg(t::text, ',' ORDER BY t::text)) AS content FROM public."${name}" t`,
  );
  return db.$queryRawUnsafe(`${parts.join(" UNION ALL ")} ORDER BY name`);
}
