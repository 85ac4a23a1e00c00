import type { Duplex } from "node:stream";
import pg from "pg";
import { isOfStandby, noteOfDatabase } from "./database-trouble.js";

type Query = (...given: unknown[]) => unknown;
type Answered = (error: unknown, ...answer: unknown[]) => void;

/** Of the driver's client, and not in its types. */
interface Inner {
  connection: { stream: Duplex };
  connectionParameters: { query_timeout?: number | false };
}

const refusing = new WeakSet<object>();

/** Whether the server told this connection that it takes no changes: it is of no more use. */
export const refusedChanges = (client: object): boolean => refusing.has(client);

const answerTimes = new WeakMap<object, number>();

/** From now on the connection breaks when a statement gets no answer for so long. */
export const noteAnswerMs = (client: object, answerMs: number): void => void answerTimes.set(client, answerMs);

/**
 * A connection that notes each of its failures as the database's: whoever sends the statement, ours, Prisma or a report, its error is
 * known again where it is answered. And one that gives no answer for `query_timeout` breaks; the driver's own timer would also end a
 * statement whose answer is there, when this process stood still.
 */
export class DatabaseClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const { connection, connectionParameters } = this as unknown as Inner;
    answerTimes.set(this, connectionParameters.query_timeout || 0);
    connectionParameters.query_timeout = false;
    const query = this.query.bind(this) as Query;
    this.query = ((...given: unknown[]) => {
      const answerMs = answerTimes.get(this) ?? 0;
      const breakOff = () => connection.stream.destroy(new Error(`the database gave no answer within ${answerMs} ms`));
      const over = answerMs > 0 ? whenLate(answerMs, breakOff) : () => undefined;
      return queryNoted(query, given, { over, failed: (error) => this.#note(error) });
    }) as typeof this.query;
  }

  #note(error: unknown): void {
    if (isOfStandby(error)) refusing.add(this);
    noteOfDatabase(error);
  }
}

interface Told {
  over: () => void;
  failed: (error: unknown) => void;
}

function queryNoted(query: Query, given: unknown[], { over, failed }: Told): unknown {
  const last = given.at(-1);
  if (typeof last === "function") return query(...given.slice(0, -1), noted(last as Answered, { over, failed }));
  const sent = query(...given);
  if (sent instanceof Promise)
    sent.then(over, (error) => {
      over();
      failed(error);
    });
  else over();
  return sent;
}

const noted =
  (answered: Answered, { over, failed }: Told): Answered =>
  (error, ...answer) => {
    over();
    if (error) failed(error);
    answered(error, ...answer);
  };

/** An answer that is there already counts: a process that stood still finds its timers over before it looks what came meanwhile. */
function whenLate(ms: number, late: () => void): () => void {
  let isOver = false;
  const tell = () => {
    if (!isOver) late();
  };
  const timer = setTimeout(() => setImmediate(() => setImmediate(tell)), ms);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
