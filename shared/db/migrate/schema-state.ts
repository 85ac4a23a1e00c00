import type { Database } from "../database.js";
import { migrationNames } from "./migrate.js";

/**
 * Tells whether the database has every migration that this version knows; further ones, of a newer version, are no matter.
 * Once it has them it is not asked again.
 */
export function createSchemaCheck(db: Database): () => Promise<boolean> {
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
