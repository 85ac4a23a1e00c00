import type { Prisma } from "../generated/client.js";
import type { Statements } from "../pool/database.js";

/** Number of rows. @param from a table with its alias, and which of its rows count */
export async function countRows(db: Statements, from: Prisma.Sql): Promise<number> {
  const [counted] = await db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM ${from}`;
  return counted?.count ?? 0;
}
