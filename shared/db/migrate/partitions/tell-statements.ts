import type pg from "pg";

const eight = ["a", "b", "c", "d", "e", "f", "g", "h"];
const parameters = ["company", ...eight].map((name) => `${name} integer`).join(", ");

/**
 * Makes `same_part` and `in_parts` compare companies where tables have parts, so that statements go to theirs. In one piece they are `true`:
 * PostgreSQL puts that into the statement before it plans, and drops it.
 */
export async function tellStatements(client: pg.Client, hasParts: boolean): Promise<void> {
  const { rows } = await client.query<{ compares: boolean }>(
    `SELECT NOT public.in_parts(0, ${eight.map(() => 1)}) AS compares`,
  );
  // Whoever has a plan with it plans again.
  if (rows[0]?.compares === hasParts) return;
  const returns = (text: string) =>
    `RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ${hasParts ? text : "true"}`;
  await client.query(`
    CREATE OR REPLACE FUNCTION public.same_part(company integer, wanted integer) ${returns("company = wanted")};
    CREATE OR REPLACE FUNCTION public.in_parts(${parameters}) ${returns(eight.map((name) => `company = ${name}`).join(" OR "))}`);
}
