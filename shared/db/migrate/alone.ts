import pg from "pg";
import { withClient } from "../../config/database-hosts.js";
import { waitForTurn } from "./one-at-a-time.js";

/** Equal in all processes, so that only one changes roles and what they own at a time. */
const advisoryLock = 7_266_002;

/** Missing right of the connecting role, in words. */
export class NotOwnerError extends Error {
  override name = "NotOwnerError";

  constructor(why: string, options?: ErrorOptions) {
    super(
      `The role of DATABASE_URL may not do that (${why}). It must own everything in the database, and may create roles. ` +
        "Where another role loaded a dump: load it again, roles first (shared/deploy/backup.md).",
      options,
    );
  }
}

/** Two at once would update the same rows of the catalogue. @throws NotOwnerError */
export function inTurn<Result>(databaseUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  return withClient(databaseUrl, async (client) => {
    try {
      await waitForTurn(client, advisoryLock);
      return await work(client);
    } catch (error) {
      throw error instanceof pg.DatabaseError && error.code === "42501"
        ? new NotOwnerError(error.message, { cause: error })
        : error;
    }
  });
}

/** Runs work in turn, in one transaction. */
export const alone = <Result>(databaseUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> =>
  inTurn(databaseUrl, async (client) => {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  });
