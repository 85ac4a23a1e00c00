import pg from "pg";
import { withTimeout } from "../../concurrency/with-timeout.js";
import { answersOf, type Connections } from "./connections.js";
import { noteAnswerMs } from "./database-client.js";
import { BusyConnectionsError, isOfStandby, noteOfDatabase } from "./database-trouble.js";
import type { ConnectionPreference } from "./idle-connections.js";
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

const noPlace = "timeout exceeded when trying to connect";
/** The messages, of ours and of pg, that say that no connection came in time. */
const timeouts = new Set([noPlace, "timeout expired"]);

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
    const connecting = this.#connect(any);
    if (connected === undefined) return connecting;
    connecting.then(
      (client) => connected(undefined, client, client.release),
      (error) => connected(error, undefined, ignore),
    );
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
      const client = await this.#connect(isBest);
      let failure: unknown;
      try {
        return await send(client);
      } catch (error) {
        failure = error;
        if (left <= 1 || !isOfStandby(error)) throw error;
      } finally {
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

  async #connect(isBest: ConnectionPreference): Promise<pg.PoolClient> {
    const { mode } = this.#work;
    const fits: ConnectionPreference = (client) => modes.get(client) === mode;
    const wishes: ConnectionPreference[] = isBest === any ? [fits] : [(client) => fits(client) && isBest(client), fits];
    const leave = await this.#ask(() => this.#enter());
    const client = await this.#ask(() => this.#connections.acquire(wishes)).catch((error) => {
      leave();
      throw error;
    });
    const { release } = client;
    client.release = (failed) => {
      release(failed);
      leave();
    };
    if (fits(client) && this.#isGreeted(client)) return client;
    try {
      await this.#prepare(client);
      return client;
    } catch (failure) {
      noteOfDatabase(failure);
      client.release(failure as Error);
      throw failure;
    }
  }

  /** Leaves the line once its patience is over. */
  #enter(): Promise<() => void> {
    return new Promise((entered, failed) => {
      let timer: NodeJS.Timeout | undefined;
      let isIn = false;
      const cancel = this.#work.line.enter((leave) => {
        isIn = true;
        clearTimeout(timer);
        entered(leave);
      });
      if (isIn) return;
      timer = setTimeout(() => {
        cancel();
        failed(new Error(noPlace));
      }, this.#connections.timeoutMs);
    });
  }

  async #prepare(client: pg.PoolClient): Promise<void> {
    const { mode, answerMs, onConnect } = this.#work;
    noteAnswerMs(client, answerMs);
    if (modes.get(client) !== mode) await client.query(tellMode(mode));
    modes.set(client, mode);
    if (this.#isGreeted(client) || !onConnect) return;
    // ▲ Whoever asked for the connection would wait for good otherwise, and its place be lost.
    await withTimeout(3 * this.#connections.timeoutMs, onConnect(client));
    greeted.set(client, (greeted.get(client) ?? new Set()).add(onConnect));
  }

  #isGreeted(client: pg.PoolClient): boolean {
    const { onConnect } = this.#work;
    return onConnect === undefined || (greeted.get(client)?.has(onConnect) ?? false);
  }

  async #ask<Given>(ask: () => Promise<Given>, tries = 1): Promise<Given> {
    const { url, timeoutMs } = this.#connections;
    const [askedMs, answeredBefore] = [performance.now(), answersOf(url)];
    try {
      return await ask();
    } catch (error) {
      const isLate = error instanceof Error && timeouts.has(error.message);
      const isThere = isLate && answersOf(url) > answeredBefore;
      const wasAsleep = performance.now() - askedMs >= timeoutMs + lateMs;
      if (tries < maxTries && (isThere || (isLate && wasAsleep))) return this.#ask(ask, tries + 1);
      noteOfDatabase(error);
      throw isThere ? new BusyConnectionsError({ cause: error }) : error;
    }
  }
}

const ignore = () => undefined;

const any: ConnectionPreference = () => true;
