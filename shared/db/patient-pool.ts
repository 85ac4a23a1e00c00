import pg from "pg";

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
 * A pool that asks once more for a connection when the time ran out while this process stood still. The connection may have been there all
 * the time; nothing was sent, and whoever waits for it would be told of a fault that there is not. A server that is away is told as ever.
 */
export class PatientPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    if (connected === undefined)
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)));
      });
    const startedMs = performance.now();
    super.connect((error, client, done) => {
      const waitedMs = performance.now() - startedMs;
      const wasLate = waitedMs >= (this.options.connectionTimeoutMillis ?? Number.POSITIVE_INFINITY) + lateMs;
      if (error && wasLate && timeouts.has(error.message)) super.connect(connected);
      else connected(error, client, done);
    });
    return undefined;
  }
}
