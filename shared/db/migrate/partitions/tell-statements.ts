import type pg from "pg";

/**
 * Makes `same_part` compare companies where tables have parts, so that statements go to one of them. In one piece it is `true`: PostgreSQL
 * puts it into the statement before it plans, and drops it.
 */
export async function tellStatements(client: pg.Client, hasParts: boolean): Promise<void> {
  const { rows } = await client.query<{ compares: boolean }>("SELECT NOT public.same_part(0, 1) AS compares");
  // Whoever has a plan with it plans again.
  if (rows[0]?.compares !== hasParts)
    await client.query(`CREATE OR REPLACE FUNCTION public.same_part(company integer, wanted integer) RETURNS boolean
      LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ${hasParts ? "company = wanted" : "true"}`);
}
