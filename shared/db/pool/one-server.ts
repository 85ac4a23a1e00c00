import type pg from "pg";

class OtherServerError extends Error {
  override name = "OtherServerError";
  constructor() {
    super("this address leads to several servers: what one of them has applied says nothing of another");
  }
}

/**
 * Gives what refuses a connection to another server than those that are open lead to: behind a balancer one replica may be asked whether it
 * will do, and another one read. Once all have ended, the next one decides.
 */
export function keepToOneServer(): (client: pg.ClientBase) => Promise<void> {
  const open = new Set<pg.ClientBase>();
  let kept: string | undefined;
  return async (client) => {
    const { rows } = await client.query("SELECT pg_postmaster_start_time()::text AS server");
    const server: string = rows[0].server;
    if (open.size > 0 && server !== kept) throw new OtherServerError();
    kept = server;
    open.add(client);
    client.once("end", () => open.delete(client));
  };
}
