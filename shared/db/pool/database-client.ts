import pg from "pg";
import { startTimer } from "../../concurrency/with-timeout.js";
import { isOfStandby, noteOfDatabase } from "./database-trouble.js";

type QueryMethod = (...given: unknown[]) => unknown;
type QueryCallback = (error: unknown, ...answer: unknown[]) => void;

const refusing = new WeakSet<object>();

/** Whether the server told this connection that it takes no changes. Then the connection is of no more use. */
export const refusedChanges = (client: object): boolean => refusing.has(client);

/**
 * A connection that marks each of its errors as one of the database, whoever sent the statement: our code, Prisma or a report. So the
 * error is recognised where a request is answered.
 *
 * It also breaks when a statement gets no answer within `answerMs`. The driver's own timer is not used: when this process stood still, it
 * would end a statement whose answer has arrived already.
 */
export class DatabaseClient extends pg.Client {
  answerMs: number;

  constructor(config: pg.ClientConfig, answerMs: number) {
    super(config);
    this.answerMs = answerMs;
    const query = this.query.bind(this) as QueryMethod;
    this.query = ((...given: unknown[]) => {
      const withinMs = this.answerMs;
      const over = startTimer(withinMs, () => this.breakOff(`the database gave no answer within ${withinMs} ms`));
      return queryNoted(query, given, { over, failed: (error) => this.#note(error) });
    }) as typeof this.query;
  }

  /** Ends the connection at once, whatever its peer says or does not say. */
  breakOff(why: string): void {
    this.connection.stream.destroy(new Error(why));
  }

  #note(error: unknown): void {
    if (isOfStandby(error)) refusing.add(this);
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
