import { expect } from "vitest";
import type { Database, Transaction } from "../../../shared/db/pool/database.js";

/** Runs `hold` in a transaction, starts `statement`, and commits once `statement` waits for a lock. */
export async function whileHeld<Held, Result>(
  db: Database,
  hold: (tx: Transaction) => Promise<Held>,
  statement: () => Promise<Result>,
) {
  const { held, result } = await db.$transaction(async (tx) => {
    const held = await hold(tx);
    const result = statement();
    await expect
      .poll(
        () =>
          db.$queryRaw`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      .toHaveLength(1);
    return { held, result };
  });
  return { held, result: await result };
}
