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

/** So many times the wait for a connection is worth it while the database lives. */
const mostTries = 3;

/** How many statements each database has answered this process. */
const answeredBy = new Map<string, number>();

/**
 * A pool that tells apart why no connection came in time.
 * - This process stood still: the connection may have been there all the time. Nothing was sent, and whoever waits for it would be told of a
 *   fault that there is not.
 * - The database answered others of this process meanwhile: it is there, and slow.
 * - Neither: it is away.
 * In the first two cases it asks again, a few times.
 */
export class PatientPool extends pg.Pool {
  readonly #database: string;

  constructor(options: pg.PoolConfig) {
    super({ ...options, Client: DatabaseClient as unknown as NonNullable<pg.PoolConfig["Client"]> });
    this.#database = options.connectionString ?? "";
    this.on("release", (error) => {
      if (!error) answeredBy.set(this.#database, this.#answered() + 1);
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    if (connected === undefined)
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)));
      });
    this.#ask(connected, 1);
    return undefined;
  }

  #ask(connected: Connected, tries: number): void {
    const [askedMs, answeredBefore] = [performance.now(), this.#answered()];
    super.connect((error, client, done) => {
      if (!error) return connected(error, client, done);
      const isLate = timeouts.has(error.message);
      const isThere = isLate && this.#answered() > answeredBefore;
      const wasAsleep = performance.now() - askedMs >= (this.options.connectionTimeoutMillis ?? 0) + lateMs;
      if (tries < mostTries && (isThere || (isLate && wasAsleep))) return this.#ask(connected, tries + 1);
      noteOfDatabase(error);
      connected(isThere ? new BusyConnectionsError({ cause: error }) : error, client, done);
    });
  }

  #answered(): number {
    return answeredBy.get(this.#database) ?? 0;
  }
}
