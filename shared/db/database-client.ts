import pg from "pg";
import { noteOfDatabase } from "./database-trouble.js";

type Query = (...given: unknown[]) => unknown;
type Answered = (error: unknown, ...answer: unknown[]) => void;

/**
 * A connection that notes each of its failures as the database's: whoever sends the statement, ours, Prisma or a report, its error is
 * known again where it is answered.
 */
export class DatabaseClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as Query;
    this.query = ((...given: unknown[]) => queryNoted(query, given)) as typeof this.query;
  }
}

function queryNoted(query: Query, given: unknown[]): unknown {
  const last = given.at(-1);
  if (typeof last === "function") return query(...given.slice(0, -1), noted(last as Answered));
  const sent = query(...given);
  if (sent instanceof Promise) sent.catch(noteOfDatabase);
  return sent;
}

const noted =
  (answered: Answered): Answered =>
  (error, ...answer) => {
    if (error) noteOfDatabase(error);
    answered(error, ...answer);
  };
