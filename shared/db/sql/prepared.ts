import { createHash } from "node:crypto";
import { Prisma } from "../generated/client.js";

/** A statement that is parsed and planned once per connection, under its name. Use it with `db.$queryRaw(…)` and `db.$executeRaw(…)`. */
export type PreparedStatement = Prisma.Sql & { readonly name: string };

type SqlValues = Parameters<typeof Prisma.sql> extends [unknown, ...infer Rest] ? Rest : never;

/**
 * Names a statement: ``prepared("approve")`UPDATE …` ``. Use it only if the text is always the same and the plan does not depend on the
 * values. The driver refuses two texts for one name. The text begins with the name too, for those who look at what PostgreSQL runs.
 */
export const prepared =
  (name: string) =>
  ([first, ...rest]: TemplateStringsArray, ...values: SqlValues): PreparedStatement =>
    Object.assign(Prisma.sql([`/* ${name} */ ${first}`, ...rest], ...values), { name });

/** Names a statement by its kind and its text. For statements that have only a few different texts. */
export const preparedAs = (kind: string, statement: Prisma.Sql): PreparedStatement =>
  prepared(`${kind}_${digestOf(statement.sql)}`)`${statement}`;

const digests = new Map<string, string>();

function digestOf(text: string): string {
  const digest = digests.get(text) ?? createHash("sha256").update(text).digest("hex").slice(0, 16);
  digests.set(text, digest);
  return digest;
}
