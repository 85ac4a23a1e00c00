import { openPool, type PoolOptions } from "./pool.js";

/** Whoever asks within this time gets the same answer: a probe may cost PostgreSQL one connection a second, whoever asks. */
const freshMs = 1_000;

interface Answered {
  takesChanges: boolean;
}

/**
 * Whether a statement would get a connection now, and one that takes changes. Each look opens a connection of its own, as a request does that
 * finds none idle, and ends it: those that are open say nothing of a password that was changed, nor of a server that takes no more.
 */
export function createProbe(url: string, onConnect?: PoolOptions["onConnect"]): () => Promise<boolean> {
  const pool = openPool(url, { connections: 1, usesOfOne: 1, ...(onConnect && { onConnect }) });
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let found: Promise<boolean> = Promise.resolve(false);

  async function look(): Promise<boolean> {
    const { rows } = await pool.query<Answered>(
      `SELECT current_setting('transaction_read_only') = 'off' AS "takesChanges"`,
    );
    return rows[0]?.takesChanges ?? false;
  }

  return () => {
    if (performance.now() - lookedAtMs < freshMs) return found;
    lookedAtMs = performance.now();
    found = look();
    return found;
  };
}
