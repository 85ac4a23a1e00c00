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

/** The issuer's connections: vouchers on their way come first, and sweeps, watches and questions never have all of them. */
export function openDatabases(
  { DATABASE_URL, DATABASE_CONNECTIONS }: Pick<IssuerConfig, "DATABASE_URL" | "DATABASE_CONNECTIONS">,
  onConnect: PoolOptions["onConnect"],
): Databases {
  const all = besideReadiness(DATABASE_CONNECTIONS);
  const connections = openConnections(DATABASE_URL, {
    connections: all,
    own: { issuing: Math.floor(all / 2), others: 1 },
  });
  const options = { connections: all, onePlan: true, ...(onConnect && { onConnect }) };
  const issuing = openDatabase(connections, { share: "issuing", ...options });
  const others = openDatabase(connections, { share: "others", ...options });
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
