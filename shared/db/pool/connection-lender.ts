import type pg from "pg";
import { isSpent } from "./database-client.js";
import { type ConnectionPreference, createIdleConnections } from "./idle-connections.js";

interface ConnectionLender {
  /**
   * Gives an open connection: an idle one that meets the first of the wishes that any meets, a new one while there may be more, or else the one
   * that is idle for the longest time. Its `release` gives it back, once.
   */
  acquire(wishes: ConnectionPreference[]): Promise<pg.PoolClient>;
  count(): { open: number; idle: number };
  /** Ends the idle connections at once, and the others when they come back. */
  close(): Promise<void>;
}

interface LenderOptions {
  most: number;
  connect(): Promise<pg.Client>;
  /** After how many uses a connection is ended. */
  usesOfOne: number;
  /** After how long an idle connection is ended. */
  idleMs?: number;
  /** Runs when a connection comes back from work that did not fail. */
  returned?(): void;
}

/**
 * At most so many connections, which are opened when they are needed, lent to one at a time, and kept in between. Pg's own pool gives whichever was used
 * last; this one gives the one that was asked for. Whoever asks must have a place among `most`: then there is always one to be had.
 */
export function createConnectionLender({
  most,
  connect,
  usesOfOne,
  idleMs = 60_000,
  returned,
}: LenderOptions): ConnectionLender {
  const uses = new Map<pg.Client, number>();
  const idle = createIdleConnections(idleMs, end);
  let opening = 0;
  let closed: Promise<void> | undefined;
  let ended = () => {};

  const open = () => uses.size + opening;

  function endIfLast(): void {
    if (open() === 0) ended();
  }

  function end(client: pg.Client): void {
    uses.delete(client);
    // A peer that is gone answers no farewell.
    client.end().catch(() => undefined);
    endIfLast();
  }

  async function openOne(): Promise<pg.Client> {
    opening++;
    try {
      const client = await connect();
      uses.set(client, 0);
      // In use it is known when it comes back.
      const drop = () => {
        if (idle.take(client)) end(client);
      };
      client.on("error", drop);
      client.on("end", drop);
      return client;
    } finally {
      opening--;
      endIfLast();
    }
  }

  function takeBack(client: pg.PoolClient, hasFailed: boolean): void {
    const used = (uses.get(client) ?? 0) + 1;
    uses.set(client, used);
    if (!hasFailed) returned?.();
    if (hasFailed || closed || used >= usesOfOne || isSpent(client)) end(client);
    else idle.add(client);
  }

  function lend(client: pg.Client): pg.PoolClient {
    let isReleased = false;
    const lent = Object.assign(client, {
      release(failed?: Error | boolean) {
        if (isReleased) throw new Error("this connection was given back already");
        isReleased = true;
        takeBack(lent, Boolean(failed));
      },
    });
    return lent;
  }

  return {
    async acquire(wishes) {
      if (closed) throw new Error("the connections are closed");
      const idleOne = idle.takeFitting(wishes) ?? (open() < most ? undefined : idle.takeOldest());
      return lend(idleOne ?? (await openOne()));
    },
    count: () => ({ open: open(), idle: idle.count() }),
    close() {
      closed ??= new Promise((resolve) => {
        ended = resolve;
      });
      for (let client = idle.takeOldest(); client; client = idle.takeOldest()) end(client);
      endIfLast();
      return closed;
    },
  };
}
