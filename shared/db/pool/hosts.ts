import type pg from "pg";
import { addressesOf } from "../../config/database-hosts.js";
import { DatabaseClient } from "./database-client.js";
import { isOfStandby } from "./database-trouble.js";

/** Message of a pool that gave no connection within its time: all were in use. No host is to blame. */
export const noPlace = "timeout exceeded when trying to connect";

type AcquireCallback = (error: Error | undefined, client: pg.PoolClient | undefined) => void;

/** The hosts that a database may be at. New connections go to the one that answered last as a primary. */
export interface Hosts {
  count: number;
  /** Client that connects to the present host. */
  Client: NonNullable<pg.PoolConfig["Client"]>;
  /** Asks again at the next host, until all were asked. Why the primary gives none says more than that another host is a standby. */
  inTurn(acquire: (tried: AcquireCallback) => void, acquired: AcquireCallback): void;
}

/** @param timeoutMs All are tried within it. */
export function createHosts(url: string, timeoutMs: number): Hosts {
  const addresses = addressesOf(url) ?? [url];
  let current = 0;
  class Client extends DatabaseClient {
    constructor(config: pg.ClientConfig) {
      const connectionTimeoutMillis = Math.floor(timeoutMs / addresses.length);
      super({ ...config, connectionString: addresses[current], connectionTimeoutMillis }, timeoutMs);
    }
  }

  function inTurn(
    acquire: (tried: AcquireCallback) => void,
    acquired: AcquireCallback,
    left = addresses.length,
    first?: Error,
  ): void {
    const at = current;
    acquire((error, client) => {
      const told = isOfStandby(error) ? (first ?? error) : error;
      if (client || left <= 1 || error?.message === noPlace) return acquired(told, client);
      // Others may have gone on meanwhile.
      if (current === at) current = (at + 1) % addresses.length;
      inTurn(acquire, acquired, left - 1, isOfStandby(error) ? first : error);
    });
  }

  return { count: addresses.length, Client: Client as unknown as Hosts["Client"], inTurn };
}
