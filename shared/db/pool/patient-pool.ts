import pg from "pg";
import { refusedChanges } from "./database-client.js";
import { BusyConnectionsError, isOfStandby, noteOfDatabase } from "./database-trouble.js";
import { type Hosts, noPlace } from "./hosts.js";
import { createLine, type Line } from "./line.js";

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (failed?: Error | boolean) => void,
) => void;

type ResultCallback<Given> = (error: Error | undefined, given: Given | undefined) => void;

/** Runs work once the bound lets it in. */
export type ConcurrencyBound = <Result>(work: () => Promise<Result>) => Promise<Result>;

interface ReachedDatabase {
  url: string;
  hosts: Hosts;
  /** The longest wait for a connection, for a free one or a new one; three times that while the database answers others. */
  timeoutMs: number;
}

/** The messages, of pg-pool, pg and ours, that say that no connection came in time. */
const timeouts = new Set([noPlace, "Connection terminated due to connection timeout", "timeout expired"]);

/** A timer that is as late was not served: the process had no time, or stood still. */
const lateMs = 50;

/** So many times the wait for a connection is worth it while the database lives. */
const maxTries = 3;

/** How many statements each database has answered this process. */
const answeredBy = new Map<string, number>();

const answersOf = (url: string): number => answeredBy.get(url) ?? 0;

/**
 * The connections of one share of a process's work.
 *
 * It tells apart why no connection came in time.
 * - This process stood still: the connection may have been there all the time. Nothing was sent, and whoever waits for it would be told of a
 *   fault that there is not.
 * - The database answered others of this process meanwhile: it is there, and slow.
 * - Neither: it is away.
 * In the first two cases it asks again, a few times.
 */
export class PatientPool extends pg.Pool {
  readonly #reached: ReachedDatabase;
  readonly #lines: Line[] = [];
  #ended: Promise<void> | undefined;

  constructor(options: pg.PoolConfig, reached: ReachedDatabase) {
    super({
      Client: reached.hosts.Client,
      // Tells in pg_stat_activity whose the connection is. An address may give another name.
      fallback_application_name: process.title,
      connectionTimeoutMillis: reached.timeoutMs,
      idleTimeoutMillis: 60_000,
      // The system's default delay is two hours. With 10 s, we notice an idle connection that a firewall dropped before we use it.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      ...options,
    });
    this.#reached = reached;
    this.on("error", ignore); // the pool replaces an idle connection that broke
    this.on("release", (error) => {
      if (!error) answeredBy.set(reached.url, answersOf(reached.url) + 1);
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: ConnectCallback): void;
  override connect(connected?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (connected === undefined) return this.#whenGiven(this.#acquire);
    this.#ask(this.#acquire, 1, (error, client) => connected(error, client, client?.release ?? ignore));
    return undefined;
  }

  /**
   * Sends one statement, which is a transaction of its own, by a connection. A host that takes no changes any more has not done it: then
   * another one does it, where there are several.
   */
  async runOnce<Result>(send: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    for (let left = this.#reached.hosts.count; ; left--) {
      const client = await this.connect();
      client.on("error", ignore);
      let failure: unknown;
      try {
        return await send(client);
      } catch (error) {
        failure = error;
        if (left <= 1 || !isOfStandby(error)) throw error;
      } finally {
        client.off("error", ignore);
        client.release(failure as Error | undefined);
      }
    }
  }

  /** Bounds one kind of the pool's work: so many of its connections at once. Who waits for that is as patient as for a connection. */
  bound(most: number): ConcurrencyBound {
    if (most >= this.options.max) return (work) => work();
    const line = createLine(most);
    this.#lines.push(line);
    return async (work) => {
      const leave = await this.#whenGiven<() => void>((entered) => this.#enter(line, entered));
      return work().finally(leave);
    };
  }

  /** How many statements and transactions wait for a connection. */
  waiting(): number {
    return this.#lines.reduce((all, line) => all + line.waiting(), this.waitingCount);
  }

  /** Nothing happens the second time. */
  override end(): Promise<void>;
  override end(ended: () => void): void;
  override end(ended?: () => void): Promise<void> | undefined {
    this.#ended ??= super.end();
    if (ended === undefined) return this.#ended;
    this.#ended.then(ended, ended);
    return undefined;
  }

  readonly #acquire = (acquired: ResultCallback<pg.PoolClient>): void => {
    this.#reached.hosts.inTurn(
      (tried) => super.connect(tried),
      (error, client) => {
        if (client) {
          const release = client.release.bind(client);
          client.release = (failed) => release(failed || refusedChanges(client));
        }
        acquired(error, client);
      },
    );
  };

  /** Leaves the line once its patience is over. */
  #enter(line: Line, entered: ResultCallback<() => void>): void {
    let timer: NodeJS.Timeout | undefined;
    let isIn = false;
    const cancel = line.enter((leave) => {
      isIn = true;
      clearTimeout(timer);
      entered(undefined, leave);
    });
    if (isIn) return;
    timer = setTimeout(() => {
      cancel();
      entered(new Error(noPlace), undefined);
    }, this.#reached.timeoutMs);
  }

  #whenGiven<Given>(ask: (asked: ResultCallback<Given>) => void): Promise<Given> {
    return new Promise((resolve, reject) => {
      this.#ask(ask, 1, (error, given) => (given ? resolve(given) : reject(error)));
    });
  }

  #ask<Given>(ask: (asked: ResultCallback<Given>) => void, tries: number, asked: ResultCallback<Given>): void {
    const { url, timeoutMs } = this.#reached;
    const [askedMs, answeredBefore] = [performance.now(), answersOf(url)];
    ask((error, given) => {
      if (!error) return asked(undefined, given);
      const isLate = timeouts.has(error.message);
      const isThere = isLate && answersOf(url) > answeredBefore;
      const wasAsleep = performance.now() - askedMs >= timeoutMs + lateMs;
      if (tries < maxTries && (isThere || (isLate && wasAsleep))) return this.#ask(ask, tries + 1, asked);
      noteOfDatabase(error);
      asked(isThere ? new BusyConnectionsError({ cause: error }) : error, undefined);
    });
  }
}

const ignore = () => undefined;
