import pg from "pg";
import { addressesOf, requirePrimary } from "../../config/database-hosts.js";
import { DatabaseClient } from "./database-client.js";
import { isOfStandby } from "./database-trouble.js";
import { type ConnectionPlaces, createConnectionPlaces } from "./places.js";

/** The connections to PostgreSQL that a process opens at most, for all its kinds of work together. */
export interface Connections {
  /** Names the database. */
  url: string;
  /** How many hosts the database may be at. */
  hosts: number;
  places: ConnectionPlaces;
  /** The longest wait for a connection, for a free one or a new one; three times that while the database answers others. */
  timeoutMs: number;
  /**
   * Gives an open connection: an idle one that meets the first of the wishes that any meets, and otherwise a new one. To be asked with a
   * place alone, so that there is always one to be had.
   */
  acquire(wishes: ConnectionPreference[], acquired: AcquireCallback): void;
  count(): ConnectionCount;
  close(): Promise<void>;
}

/** Preference for a connection. */
export type ConnectionPreference = (client: pg.PoolClient) => boolean;

type AcquireCallback = (error: Error | undefined, client: pg.PoolClient | undefined) => void;

export interface ConnectionCount {
  most: number;
  open: number;
  idle: number;
  /** Statements and transactions that wait for their turn. */
  waiting: number;
}

interface ConnectionOptions {
  connections: number;
  /** How many places each share of the work has for itself. Who waits is served in this order. */
  own?: Record<string, number>;
  timeoutMs?: number;
  /** After how many uses a connection is ended. By default it is kept. */
  usesOfOne?: number;
  /** Looks at each new connection. When it fails, the connection is not used. By default it must be one to a primary, of several hosts. */
  accept?: (client: pg.ClientBase) => Promise<void>;
}

/** Parts of pg-pool that its types leave out. */
interface PgPoolInternals {
  _clients: unknown[];
  _idle: { client: pg.PoolClient }[];
  _pulseQueue(): void;
}

/** The share of all work where there is only one. */
export const onlyShare = "all";

/** Each look of the readiness opens a connection of its own, beside those for the work. */
export const besideReadiness = (all: number): number => all - 1;

/** @param url of PostgreSQL */
export function openConnections(
  url: string,
  {
    connections,
    own = { [onlyShare]: connections },
    timeoutMs = 5_000,
    usesOfOne = Number.POSITIVE_INFINITY,
    ...options
  }: ConnectionOptions,
): Connections {
  const hosts = createHosts(url);
  const accept = options.accept ?? (hosts.count > 1 ? requirePrimary : undefined);
  const pool = new pg.Pool({
    Client: hosts.Client as unknown as NonNullable<pg.PoolConfig["Client"]>,
    // Tells in pg_stat_activity whose the connection is. An address may give another name.
    fallback_application_name: process.title,
    max: connections,
    // All are tried within the time.
    connectionTimeoutMillis: Math.floor(timeoutMs / hosts.count),
    // Until the work says how long its statements may take.
    query_timeout: timeoutMs,
    ...(accept && { onConnect: accept }),
    maxUses: usesOfOne,
    idleTimeoutMillis: 60_000,
    // The system's default delay is two hours. With 10 s, we notice an idle connection that a firewall dropped before we use it.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  pool.on("error", () => undefined); // the pool replaces an idle connection that broke
  pool.on("release", (error) => {
    if (!error) answeredBy.set(url, answersOf(url) + 1);
  });
  const places = createConnectionPlaces(connections, own);
  return {
    url,
    places,
    timeoutMs,
    hosts: hosts.count,
    acquire: (wishes, acquired) =>
      hosts.inTurn((tried: AcquireCallback) => acquireFitting(pool, wishes, tried), acquired),
    count: () => ({
      most: connections,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: places.waiting(),
    }),
    close: () => pool.end(),
  };
}

/** An idle connection that meets a wish, a new one while there may be more, or else the one that is idle for the longest time. */
function acquireFitting(pool: pg.Pool, wishes: ConnectionPreference[], acquired: AcquireCallback): void {
  const inner = pool as unknown as PgPoolInternals;
  const idle = inner._idle;
  const last = lastThat(wishes, idle);
  const mayOpen = last < 0 && inner._clients.length < pool.options.max;
  // The pool gives the last one, and opens another only when none is idle.
  if (mayOpen) inner._idle = [];
  else idle.push(...idle.splice(Math.max(last, 0), 1));
  pool.connect((error, client) => acquired(error, client));
  if (mayOpen) inner._idle = [...idle, ...inner._idle];
  // At once, before another one asks for what fits it.
  else inner._pulseQueue();
}

function lastThat(wishes: ConnectionPreference[], idle: PgPoolInternals["_idle"]): number {
  for (const meets of wishes) {
    const last = idle.findLastIndex(({ client }) => meets(client));
    if (last >= 0) return last;
  }
  return -1;
}

/** How many statements each database has answered this process. */
const answeredBy = new Map<string, number>();

export const answersOf = (url: string): number => answeredBy.get(url) ?? 0;

/** The hosts that the database may be at. New connections go to the one that answered last as a primary. */
function createHosts(url: string) {
  const addresses = addressesOf(url) ?? [url];
  let current = 0;
  class Client extends DatabaseClient {
    constructor(config: pg.ClientConfig) {
      super({ ...config, connectionString: addresses[current] });
    }
  }

  /** Asks again at the next host, until all were asked. Why the primary gives none says more than that another host is a standby. */
  function inTurn(
    acquire: (tried: AcquireCallback) => void,
    acquired: AcquireCallback,
    left = addresses.length,
    first?: Error,
  ): void {
    const at = current;
    acquire((error, client) => {
      const told = isOfStandby(error) ? (first ?? error) : error;
      if (client || left <= 1) return acquired(told, client);
      // Others may have gone on meanwhile.
      if (current === at) current = (at + 1) % addresses.length;
      inTurn(acquire, acquired, left - 1, isOfStandby(error) ? first : error);
    });
  }

  return { count: addresses.length, Client, inTurn };
}
