import { openConnections, type ShareOptions } from "./connections.js";
import type { PatientPool } from "./patient-pool.js";
import type { PrepareOptions } from "./prepare.js";

/** The pool of a share, or an address: then it opens connections of its own. */
export type Source = PatientPool | string;

/** Options of the connections that a pool opens for itself. */
export interface PoolOptions extends ShareOptions, Pick<PrepareOptions, "accept"> {
  connections?: number;
  /** The longest wait for one, for a free one or a new one; three times that while the database answers others. */
  timeoutMs?: number;
}

export interface OpenPool {
  pool: PatientPool;
  /** Ends the pool unless it is another's. */
  close(): Promise<void>;
}

/** A pool of connections to PostgreSQL for one kind of work. All waiting has a timeout. */
export function openPool(from: Source, options: PoolOptions = {}): OpenPool {
  if (typeof from !== "string") return { pool: from, close: async () => undefined };
  const { connections = 10, timeoutMs, accept, ...ofShare } = options;
  const own = openConnections(from, {
    connections,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(accept && { accept }),
  });
  return { pool: own.share(connections, ofShare), close: own.close };
}
