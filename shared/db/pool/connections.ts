import { requirePrimary } from "../../config/database-hosts.js";
import { createHosts } from "./hosts.js";
import { PatientPool } from "./patient-pool.js";
import { createPreparation, type PrepareOptions } from "./prepare.js";

/** The connections to PostgreSQL that a process opens at most, for all its kinds of work together. */
export interface Connections {
  /**
   * Gives so many of them to a share of the work, which nobody else can take.
   * @throws RangeError when fewer are left
   */
  share(size: number, options?: ShareOptions): PatientPool;
  count(): ConnectionCount;
  /** Ends the pools of all shares. */
  close(): Promise<void>;
}

export interface ConnectionCount {
  most: number;
  open: number;
  idle: number;
  /** Statements and transactions that wait for a connection of their share. */
  waiting: number;
}

interface ConnectionOptions {
  connections: number;
  /** The longest wait for a connection, for a free one or a new one; three times that while the database answers others. */
  timeoutMs?: number;
  /** Looks at each new connection. When it fails, the connection is not used. By default it must be one to a primary, of several hosts. */
  accept?: PrepareOptions["accept"];
}

export interface ShareOptions extends Omit<PrepareOptions, "accept"> {
  /** After how many uses a connection is ended. By default it is kept. */
  usesOfOne?: number;
}

/** Each look of the readiness opens a connection of its own, beside those for the work. */
export const besideReadiness = (all: number): number => all - 1;

/** @param url of PostgreSQL */
export function openConnections(
  url: string,
  { connections, timeoutMs = 5_000, accept }: ConnectionOptions,
): Connections {
  const hosts = createHosts(url, timeoutMs);
  const accepted = accept ?? (hosts.count > 1 ? requirePrimary : undefined);
  const pools: PatientPool[] = [];
  const sum = (of: (pool: PatientPool) => number) => pools.reduce((all, pool) => all + of(pool), 0);
  return {
    share(size, { usesOfOne, ...options } = {}) {
      const left = connections - sum((pool) => pool.options.max);
      if (size < 1 || size > left) throw new RangeError(`a share of ${size} connections: ${left} are left`);
      const onConnect = createPreparation({ ...options, ...(accepted && { accept: accepted }) }, 3 * timeoutMs);
      const ofShare = { max: size, onConnect, ...(usesOfOne !== undefined && { maxUses: usesOfOne }) };
      const pool = new PatientPool(ofShare, { url, hosts, timeoutMs });
      pools.push(pool);
      return pool;
    },
    count: () => ({
      most: connections,
      open: sum((pool) => pool.totalCount),
      idle: sum((pool) => pool.idleCount),
      waiting: sum((pool) => pool.waiting()),
    }),
    async close() {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}
