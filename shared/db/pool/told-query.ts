import pg from "pg";

/** Tenant that a connection is told: the company's id, and whether it is production. */
export type TenantSettings = readonly [company: string, production: string];

/** Statement without a row: what it sets is never null. */
const tell = {
  name: "talonario_tell_tenant",
  text: `SELECT WHERE set_config('talonario.company', $1, false) IS NULL OR set_config('talonario.production', $2, false) IS NULL`,
};

/** Tells a connection the first time, and so prepares the statement that tells. */
export const tellFirst = (client: pg.PoolClient, told: TenantSettings): Promise<unknown> =>
  client.query({ ...tell, values: [...told] });

/** Part of a connection that pg's own query uses. Its types leave it out. */
interface PgConnection {
  bind(portal: { statement: string; values: readonly string[] }): void;
  execute(portal: object): void;
}
interface PgQueryInternals {
  prepare(connection: PgConnection): void;
  handleCommandComplete(message: unknown, connection: PgConnection): void;
}
const own = pg.Query.prototype as unknown as PgQueryInternals;

/**
 * A statement behind the tenant that it is for: one trip and one transaction. What could not be told makes the statement fail, and a statement
 * that fails takes back what was told.
 */
class ToldQuery extends pg.Query implements PgQueryInternals {
  readonly #told: TenantSettings;
  #isTold = false;

  constructor(told: TenantSettings, query: pg.QueryConfig) {
    // Without values pg would send a text by itself, and not behind another statement.
    super({ ...query, queryMode: "extended" } as pg.QueryConfig);
    this.#told = told;
  }

  prepare(connection: PgConnection): void {
    connection.bind({ statement: tell.name, values: this.#told });
    connection.execute({});
    own.prepare.call(this, connection);
  }

  handleCommandComplete(message: unknown, connection: PgConnection): void {
    if (this.#isTold) own.handleCommandComplete.call(this, message, connection);
    this.#isTold = true;
  }
}

/** Takes a query of one's own with a callback beside it. Pg's types leave that out. */
interface CallbackClient {
  query(query: pg.Query, ended: (error: Error | null, result: pg.QueryResult) => void): void;
}

/** Sends a statement to a connection that was told another tenant before. */
export const queryTold = (
  client: pg.PoolClient,
  told: TenantSettings,
  query: pg.QueryConfig,
): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    // Beside the query, so that the connection sees the answer: it breaks where none comes, and marks its errors.
    (client as CallbackClient).query(new ToldQuery(told, query), (error, result) =>
      error ? reject(error) : resolve(result),
    );
  });
