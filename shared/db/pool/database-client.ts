import pg from "pg";
import { startTimer } from "../../concurrency/with-timeout.js";
import { isOfStandby, noteOfDatabase } from "./database-trouble.js";

type QueryMethod = (...given: unknown[]) => unknown;
type QueryCallback = (error: unknown, ...answer: unknown[]) => void;

const spent = new WeakSet<object>();

/** Whether the connection broke, or its server told it that it takes no changes. Then the connection is of no more use. */
export const isSpent = (client: object): boolean => spent.has(client);

const answerTimes = new WeakMap<object, number>();

/** From now on the connection breaks when a statement gets no answer within `answerMs`. */
export const noteAnswerMs = (client: object, answerMs: number): void => void answerTimes.set(client, answerMs);

/**
 * A connection that marks each of its errors as one of the database, whoever sent the statement: our code, Prisma or a report. So the
 * error is recognised where a request is answered. When it breaks, the statement under way fails and so does the next one: nobody else need
 * listen for that.
 *
 * It also breaks when a statement gets no answer in the time that `noteAnswerMs` gave. The driver's own timer is not used: when this process
 * stood still, it would end a statement whose answer has arrived already.
 */
export class DatabaseClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on("error", () => spent.add(this));
    this.on("end", () => spent.add(this));
    const query = this.query.bind(this) as QueryMethod;
    this.query = ((...given: unknown[]) => {
      const answerMs = answerTimes.get(this) ?? 0;
      const breakOff = () =>
        this.connection.stream.destroy(new Error(`the database gave no answer within ${answerMs} ms`));
      const over = answerMs > 0 ? startTimer(answerMs, breakOff) : () => undefined;
      return queryNoted(query, given, { over, failed: (error) => this.#note(error) });
    }) as typeof this.query;
  }

  #note(error: unknown): void {
    if (isOfStandby(error)) spent.add(this);
    noteOfDatabase(error);
  }
}

interface Callbacks {
  over: () => void;
  failed: (error: unknown) => void;
}

function queryNoted(query: QueryMethod, given: unknown[], { over, failed }: Callbacks): unknown {
  const last = given.at(-1);
  if (typeof last === "function") return query(...given.slice(0, -1), noted(last as QueryCallback, { over, failed }));
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
  (answered: QueryCallback, { over, failed }: Callbacks): QueryCallback =>
  (error, ...answer) => {
    over();
    if (error) failed(error);
    answered(error, ...answer);
  };
