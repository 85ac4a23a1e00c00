import type pg from "pg";

/** Preference for a connection. */
export type ConnectionPreference = (client: pg.PoolClient) => boolean;

export interface IdleConnections {
  add(client: pg.PoolClient): void;
  /** Takes the one that was used last of those that meet the first of the wishes that any meets. */
  takeFitting(wishes: ConnectionPreference[]): pg.PoolClient | undefined;
  /** Takes the one that is idle for the longest time. */
  takeOldest(): pg.PoolClient | undefined;
  /** Takes this one, where it is idle. */
  take(client: pg.Client): pg.PoolClient | undefined;
  count(): number;
}

/**
 * The idle ones of a process's connections, in the order of their last use. A statement gets the one that spares it a trip: which has its settings, or
 * was told its tenant.
 * @param expired is given each that was idle for `idleMs`; it is taken then
 */
export function createIdleConnections(idleMs: number, expired: (client: pg.PoolClient) => void): IdleConnections {
  const idle: { client: pg.PoolClient; timer: NodeJS.Timeout }[] = [];

  function takeAt(index: number): pg.PoolClient | undefined {
    const [taken] = index < 0 ? [] : idle.splice(index, 1);
    clearTimeout(taken?.timer);
    return taken?.client;
  }

  const take = (client: pg.Client) => takeAt(idle.findIndex((one) => one.client === client));

  return {
    add(client) {
      const expire = () => {
        take(client);
        expired(client);
      };
      // The connection itself keeps the process, and not that it will end.
      idle.push({ client, timer: setTimeout(expire, idleMs).unref() });
    },
    takeFitting(wishes) {
      for (const meets of wishes) {
        const last = idle.findLastIndex(({ client }) => meets(client));
        if (last >= 0) return takeAt(last);
      }
      return undefined;
    },
    takeOldest: () => takeAt(0),
    take,
    count: () => idle.length,
  };
}
