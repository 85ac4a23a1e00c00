import type { Statements } from "../pool/database.js";
import { migrationNames } from "./migrate.js";

/**
 * Checks whether the database has every migration that this version knows. Migrations of a newer version do not matter.
 * After the first success, it does not ask the database again.
 */
export function createSchemaCheck(db: Statements): () => Promise<boolean> {
  const names = migrationNames();
  let isComplete = false;
  return async () => {
    if (isComplete) return true;
    const rows = await db.$queryRaw<{ name: string }[]>`
      SELECT migration_name AS name FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;
    const applied = new Set(rows.map(({ name }) => name));
    isComplete = names.every((name) => applied.has(name));
    return isComplete;
  };
}
