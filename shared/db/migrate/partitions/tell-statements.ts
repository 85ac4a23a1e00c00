import type pg from "pg";

/**
 * The companies that a statement names, of two types in turns. PostgreSQL 18 makes one list of those of one type, and then searches every index
 * by that list too.
 */
const eight = ["a", "b", "c", "d", "e", "f", "g", "h"].map((name, at) => ({
  name,
  type: at % 2 ? "bigint" : "integer",
}));
const parameters = [{ name: "company", type: "integer" }, ...eight]
  .map(({ name, type }) => `${name} ${type}`)
  .join(", ");

/**
 * Makes `same_part` and `in_parts` compare companies where tables have parts, so that statements go to theirs. In one piece they are `true`:
 * PostgreSQL puts that into the statement before it plans, and drops it.
 */
export async function tellStatements(client: pg.Client, hasParts: boolean): Promise<void> {
  const { rows } = await client.query<{ compares: boolean }>(
    `SELECT NOT public.in_parts(0, ${eight.map(({ type }) => `1::${type}`).join(", ")}) AS compares`,
  );
  // Whoever has a plan with it plans again.
  if (rows[0]?.compares === hasParts) return;
  const returns = (text: string) =>
    `RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ${hasParts ? text : "true"}`;
  await client.query(`
    CREATE OR REPLACE FUNCTION public.same_part(company integer, wanted integer) ${returns("company = wanted")};
    CREATE OR REPLACE FUNCTION public.in_parts(${parameters}) ${returns(eight.map(({ name }) => `company = ${name}`).join(" OR "))}`);
}
