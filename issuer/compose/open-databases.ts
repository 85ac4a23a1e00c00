import { besideReadiness, type Connections, openConnections } from "../../shared/db/pool/connections.js";
import { type Database, openDatabase } from "../../shared/db/pool/database.js";
import type { PoolOptions } from "../../shared/db/pool/pool.js";
import type { IssuerConfig } from "../config.js";

interface Databases {
  /** For what a voucher needs on its way. */
  issuing: Database;
  /** For all else. */
  db: Database;
  connections: Connections;
  close(): Promise<void>;
}

/** The issuer's connections: sweeps, watches and questions never have those of vouchers on their way. */
export function openDatabases(
  { DATABASE_URL, DATABASE_CONNECTIONS }: Pick<IssuerConfig, "DATABASE_URL" | "DATABASE_CONNECTIONS">,
  onConnect: PoolOptions["onConnect"],
): Databases {
  const all = besideReadiness(DATABASE_CONNECTIONS);
  const ofIssuing = Math.floor(all / 2);
  const connections = openConnections(DATABASE_URL, { connections: all });
  const options = { onePlan: true, ...(onConnect && { onConnect }) };
  const issuing = openDatabase(connections.share(ofIssuing, options));
  const others = openDatabase(connections.share(all - ofIssuing, options));
  return {
    issuing: issuing.db,
    db: others.db,
    connections,
    async close() {
      await Promise.all([issuing.close(), others.close()]);
      await connections.close();
    },
  };
}
