import type pg from "pg";

/**
 * Waits until this connection has an advisory lock, which ends with it. Any role can take one, so whoever waits is told who has it: it may
 * not be another migration.
 */
export async function waitForTurn(client: pg.Client, lock: number): Promise<void> {
  const { rows } = await client.query("SELECT pg_try_advisory_lock($1) AS held", [lock]);
  if (rows[0]?.held) return;
  const { rows: holders } = await client.query<{ told: string }>(
    `SELECT format('process %s of PostgreSQL, role %s (%s)', a.pid, a.usename, a.application_name) AS told
     FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
     WHERE l.locktype = 'advisory' AND l.granted AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND l.classid = 0 AND l.objid = $1 AND l.objsubid = 1`,
    [lock],
  );
  console.warn(`Waits for ${holders.map(({ told }) => told).join(", ")}`);
  await client.query("SELECT pg_advisory_lock($1)", [lock]);
}
