import pg from "pg";
import { DatabaseClient } from "./database-client.js";
import { BusyConnectionsError, noteOfDatabase } from "./database-trouble.js";

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** Of pg and pg-pool: no connection came in time. */
const timeouts = new Set([
  "timeout exceeded when trying to connect",
  "Connection terminated due to connection timeout",
]);

/** A timer that is as late was not served: the process had no time, or stood still. */
const lateMs = 50;

/**
 * A pool that tells apart why no connection came in time.
 * - This process stood still: the connection may have been there all the time. It asks once more; nothing was sent, and whoever waits for
 *   it would be told of a fault that there is not.
 * - Others were answered meanwhile: the database is there, and slow.
 * - Neither: it is away.
 */
export class PatientPool extends pg.Pool {
  #answered = 0;

  constructor(options: pg.PoolConfig) {
    super({ ...options, Client: DatabaseClient as unknown as NonNullable<pg.PoolConfig["Client"]> });
    this.on("release", (error) => {
      if (!error) this.#answered += 1;
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    if (connected === undefined)
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)));
      });
    const answeredBefore = this.#answered;
    const tell: Connected = (error, client, done) => {
      if (!error) return connected(error, client, done);
      const isSlow = timeouts.has(error.message) && this.#answered > answeredBefore;
      noteOfDatabase(error);
      connected(isSlow ? new BusyConnectionsError({ cause: error }) : error, client, done);
    };
    const startedMs = performance.now();
    super.connect((error, client, done) => {
      const waitedMs = performance.now() - startedMs;
      const wasLate = waitedMs >= (this.options.connectionTimeoutMillis ?? Number.POSITIVE_INFINITY) + lateMs;
      if (error && wasLate && timeouts.has(error.message)) super.connect(tell);
      else tell(error, client, done);
    });
    return undefined;
  }
}
