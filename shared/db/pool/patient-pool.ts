import pg from "pg";
import { withTimeout } from "../../concurrency/with-timeout.js";
import { answersOf, type ConnectionPreference, type Connections } from "./connections.js";
import { noteAnswerMs, refusedChanges } from "./database-client.js";
import { BusyConnectionsError, isOfStandby, noteOfDatabase } from "./database-trouble.js";
import { type Mode, tellMode } from "./mode.js";
import type { PlaceLine } from "./places.js";

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (failed?: Error | boolean) => void,
) => void;

/** Demands of one kind of work on its connections. */
export interface Work {
  line: PlaceLine;
  mode: Mode;
  /** The longest that a statement may go without an answer. */
  answerMs: number;
  /** Runs before the work uses a connection that is new. When it fails, the connection is not used. */
  onConnect?: ((client: pg.PoolClient) => Promise<void>) | undefined;
}

/** The messages, of pg-pool and of ours, that say that no connection came in time. */
const noPlace = "timeout exceeded when trying to connect";
const timeouts = new Set([noPlace, "Connection terminated due to connection timeout"]);

/** A timer that is as late was not served: the process had no time, or stood still. */
const lateMs = 50;

/** So many times the wait for a connection is worth it while the database lives. */
const maxTries = 3;

const modes = new WeakMap<pg.PoolClient, Mode>();
const greeted = new WeakMap<pg.PoolClient, Set<NonNullable<Work["onConnect"]>>>();

/**
 * The connections of a process as one kind of its work has them: in its turn, and with its settings.
 *
 * It tells apart why no connection came in time.
 * - This process stood still: the connection may have been there all the time. Nothing was sent, and whoever waits for it would be told of a
 *   fault that there is not.
 * - The database answered others of this process meanwhile: it is there, and slow.
 * - Neither: it is away.
 * In the first two cases it asks again, a few times.
 */
export class PatientPool extends pg.Pool {
  readonly #connections: Connections;
  readonly #work: Work;
  readonly #close: () => Promise<void>;

  constructor(connections: Connections, work: Work, close: () => Promise<void>) {
    super();
    this.#connections = connections;
    this.#work = work;
    this.#close = close;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: ConnectCallback): void;
  override connect(connected?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (connected === undefined) return this.#connectTo(any);
    this.#connect(any, connected);
    return undefined;
  }

  /**
   * Sends one statement, which is a transaction of its own, by a connection. A host that takes no changes any more has not done it: then
   * another one does it, where there are several.
   * @param isBest which of the connections that have the work's settings serves it best
   */
  async runOnce<Result>(
    send: (client: pg.PoolClient) => Promise<Result>,
    isBest: ConnectionPreference = any,
  ): Promise<Result> {
    for (let left = this.#connections.hosts; ; left--) {
      const client = await this.#connectTo(isBest);
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

  override end(): Promise<void>;
  override end(ended: () => void): void;
  override end(ended?: () => void): Promise<void> | undefined {
    const closing = this.#close();
    if (ended === undefined) return closing;
    closing.then(ended, ended);
    return undefined;
  }

  #connectTo(isBest: ConnectionPreference): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      this.#connect(isBest, (error, client) => (client ? resolve(client) : reject(error)));
    });
  }

  #connect(isBest: ConnectionPreference, connected: ConnectCallback): void {
    this.#ask(this.#enter, 1, (error, leave) => {
      if (!leave) connected(error, undefined, ignore);
      else this.#open(leave, isBest, connected);
    });
  }

  #open(leave: () => void, isBest: ConnectionPreference, connected: ConnectCallback): void {
    const { mode } = this.#work;
    const fits: ConnectionPreference = (client) => modes.get(client) === mode;
    const wishes: ConnectionPreference[] = isBest === any ? [fits] : [(client) => fits(client) && isBest(client), fits];
    const acquire = (acquired: ResultCallback<pg.PoolClient>) => this.#connections.acquire(wishes, acquired);
    this.#ask(acquire, 1, (error, client) => {
      if (!client) {
        leave();
        return connected(error, undefined, ignore);
      }
      const release = client.release.bind(client);
      client.release = (failed) => {
        release(failed || refusedChanges(client));
        leave();
      };
      if (fits(client) && this.#isGreeted(client)) return connected(undefined, client, client.release);
      this.#prepare(client).then(
        () => connected(undefined, client, client.release),
        (failure: Error) => {
          noteOfDatabase(failure);
          client.release(failure);
          connected(failure, undefined, ignore);
        },
      );
    });
  }

  /** Leaves the line once its patience is over. */
  readonly #enter = (entered: ResultCallback<() => void>): void => {
    let timer: NodeJS.Timeout | undefined;
    let isIn = false;
    const cancel = this.#work.line.enter((leave) => {
      isIn = true;
      clearTimeout(timer);
      entered(undefined, leave);
    });
    if (isIn) return;
    timer = setTimeout(() => {
      cancel();
      entered(new Error(noPlace), undefined);
    }, this.#connections.timeoutMs);
  };

  async #prepare(client: pg.PoolClient): Promise<void> {
    const { mode, answerMs, onConnect } = this.#work;
    // It fails the statement under way, and needs no other answer.
    client.on("error", ignore);
    try {
      noteAnswerMs(client, answerMs);
      if (modes.get(client) !== mode) await client.query(tellMode(mode));
      modes.set(client, mode);
      if (this.#isGreeted(client) || !onConnect) return;
      // ▲ Whoever asked for the connection would wait for good otherwise, and its place be lost.
      await withTimeout(3 * this.#connections.timeoutMs, onConnect(client));
      greeted.set(client, (greeted.get(client) ?? new Set()).add(onConnect));
    } finally {
      client.off("error", ignore);
    }
  }

  #isGreeted(client: pg.PoolClient): boolean {
    const { onConnect } = this.#work;
    return onConnect === undefined || (greeted.get(client)?.has(onConnect) ?? false);
  }

  #ask<Given>(ask: (asked: ResultCallback<Given>) => void, tries: number, asked: ResultCallback<Given>): void {
    const { url, timeoutMs } = this.#connections;
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

type ResultCallback<Given> = (error: Error | undefined, given: Given | undefined) => void;

const ignore = () => undefined;

const any: ConnectionPreference = () => true;
