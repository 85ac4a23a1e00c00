import type { RuleMoves } from "../../domain/dated-rules.js";
import { Prisma } from "../generated/client.js";
import type { Statements, Transaction } from "../pool/database.js";

/** The moved rules, as `{"name": "YYYY-MM-DD" or null}`: a part of the statements that need them anyway. */
export const ruleMoves = Prisma.sql`(SELECT coalesce(jsonb_object_agg(name, starts), '{}') FROM rule_date_override)`;

export async function readRuleMoves(db: Statements): Promise<RuleMoves> {
  const [{ moves }] = await db.$queryRaw<[{ moves: RuleMoves }]>`SELECT ${ruleMoves} AS moves`;
  return moves;
}

/** @param starts `YYYY-MM-DD`; null: never */
export async function moveRule(tx: Transaction, name: string, starts: string | null): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO rule_date_override (name, starts) VALUES (${name}, ${starts}::date)
    ON CONFLICT (name) DO UPDATE SET starts = excluded.starts, moved_at = now()`;
}
