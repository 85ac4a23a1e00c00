import pg from "pg";

/** Settings that a connection is told: the company's id, whether it is production, and how statements are planned. */
export type TenantSettings = readonly [company: string, production: string, plan: string | null];

/** Statement without a row: what it sets is never null. */
const tell = {
  name: "talonario_tell_tenant",
  text: `SELECT WHERE set_config('talonario.company', $1, false) IS NULL OR set_config('talonario.production', $2, false) IS NULL
    OR set_config('plan_cache_mode', $3, false) IS NULL`,
};

/** Tells a connection the first time, and so prepares the statement that tells. */
export const tellFirst = (client: pg.PoolClient, told: TenantSettings): Promise<unknown> =>
  client.query({ ...tell, values: [...told] });

/** Client that takes a query of one's own with a callback beside it. Pg's types leave that out. */
interface CallbackClient {
  query(query: pg.Submittable, ended: (error: Error | null, results: pg.QueryResult[]) => void): void;
}

/**
 * A statement behind the tenant that it is for: one trip and one transaction, since only the statement's own message ends it. What could not
 * be told makes the statement fail, and a statement that fails takes back what was told.
 */
function toldQuery(told: TenantSettings, query: pg.QueryConfig): pg.Query {
  // Without values pg would send a text by itself, and not behind another statement.
  const extended = { ...query, queryMode: "extended" };
  const behind = new pg.Query(extended);
  const submit = behind.submit.bind(behind);
  behind.submit = (connection) => {
    connection.stream.cork();
    connection.bind({ statement: tell.name, values: [...told] }, true);
    connection.execute({}, true);
    // What it gives says why pg did not send it. Then the connection is given up, as after each failure.
    const refusal = submit(connection);
    connection.stream.uncork();
    return refusal;
  };
  return behind;
}

/** Sends a statement to a connection that was told another tenant before. */
export const queryTold = (
  client: pg.PoolClient,
  told: TenantSettings,
  query: pg.QueryConfig,
): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    // Beside the query, so that the connection sees the answer: it breaks where none comes, and marks its errors.
    (client as CallbackClient).query(toldQuery(told, query), (error, results) => {
      // As of several statements in one: the telling's, and the statement's own.
      const own = results?.[1];
      if (own) resolve(own);
      else reject(error);
    });
  });
