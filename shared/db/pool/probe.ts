import { StandbyError } from "../../config/database-hosts.js";
import { openPool, type PoolOptions } from "./pool.js";

/** Age up to which an answer is shared: a probe may cost PostgreSQL one connection a second, whoever asks. */
const freshMs = 1_000;

/** @throws what PostgreSQL says, when it would not do the work of a request now */
export type DatabaseProbe = () => Promise<void>;

/**
 * A write that stays nowhere: a commit that PostgreSQL logs as any other, with a message that nobody reads, and a file of 280 kB that it
 * removes at once. A server whose disk is full takes the small commit for long, because what it writes for it was laid out before, and
 * refuses the first row for which a table must grow: so a file must grow here. It lies where the tables do. Needs no right and no table.
 */
const write = `
  SET work_mem = '64kB';
  SET temp_tablespaces = '';
  SELECT (SELECT count(*) FROM generate_series(1, 20000)) > 0
    AND pg_logical_emit_message(true, 'talonario', 'probe') IS NOT NULL AS written
  WHERE current_setting('transaction_read_only') = 'off'`;

/**
 * Whether a statement would get a connection now, and a change would be taken. Each look opens a connection of its own, as a request does that
 * finds none idle, and ends it: those that are open say nothing of a password that was changed, nor of a server that takes no more.
 */
export function createProbe(url: string, onConnect?: PoolOptions["onConnect"]): DatabaseProbe {
  const { pool } = openPool(url, { connections: 1, usesOfOne: 1, ...(onConnect && { onConnect }) });
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let found: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    // The driver gives an answer for each of the statements.
    const answers = (await pool.query(write)) as unknown as { rowCount: number | null }[];
    if (answers.at(-1)?.rowCount !== 1) throw new StandbyError();
  }

  return () => {
    if (performance.now() - lookedAtMs < freshMs) return found;
    lookedAtMs = performance.now();
    found = look();
    return found;
  };
}
