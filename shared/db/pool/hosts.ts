import type pg from "pg";
import { addressesOf, requirePrimary } from "../../config/database-hosts.js";
import { DatabaseClient, noteAnswerMs } from "./database-client.js";
import { isOfStandby } from "./database-trouble.js";

export interface PrimaryHosts {
  /** How many hosts the database may be at. */
  count: number;
  /** Opens a connection. Asks at the next host when one gives none, until all were asked. */
  connect(): Promise<pg.Client>;
}

interface HostOptions {
  /** The longest that a new connection may take, all hosts together. */
  timeoutMs: number;
  /** Looks at each new connection. When it fails, the connection is not used. By default it must be one to a primary, of several hosts. */
  accept?: ((client: pg.ClientBase) => Promise<void>) | undefined;
}

/** The hosts that the database may be at. New connections go to the one that answered last as a primary. */
export function createHosts(url: string, { timeoutMs, ...options }: HostOptions): PrimaryHosts {
  const addresses = addressesOf(url) ?? [url];
  const accept = options.accept ?? (addresses.length > 1 ? requirePrimary : undefined);
  const processName = process.title;
  let current = 0;

  async function connectTo(connectionString: string | undefined): Promise<pg.Client> {
    const client = new DatabaseClient({
      ...(connectionString !== undefined && { connectionString }),
      // Tells in pg_stat_activity whose the connection is. An address may give another name.
      fallback_application_name: processName,
      // All are tried within the time.
      connectionTimeoutMillis: Math.floor(timeoutMs / addresses.length),
      // The system's default delay is two hours. With 10 s, we notice an idle connection that a firewall dropped before we use it.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    // Until the work says how long its statements may take.
    noteAnswerMs(client, timeoutMs);
    try {
      await client.connect();
      await accept?.(client);
      return client;
    } catch (error) {
      // A peer that is gone answers no farewell.
      client.end().catch(() => undefined);
      throw error;
    }
  }

  async function connect(left = addresses.length, first?: unknown): Promise<pg.Client> {
    const at = current;
    try {
      return await connectTo(addresses[at]);
    } catch (error) {
      // Why the primary gives none says more than that another host is a standby.
      const told = isOfStandby(error) ? first : error;
      if (left <= 1) throw told ?? error;
      // Others may have gone on meanwhile.
      if (current === at) current = (at + 1) % addresses.length;
      return connect(left - 1, told);
    }
  }

  return { count: addresses.length, connect: () => connect() };
}
