import type pg from "pg";
import { createConnectionLender } from "./connection-lender.js";
import { createHosts } from "./hosts.js";
import type { ConnectionPreference } from "./idle-connections.js";
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
  /** Gives the open connection that fits best. To be asked with a place alone, so that there is always one to be had. */
  acquire(wishes: ConnectionPreference[]): Promise<pg.PoolClient>;
  count(): ConnectionCount;
  close(): Promise<void>;
}

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
    accept,
  }: ConnectionOptions,
): Connections {
  const hosts = createHosts(url, { timeoutMs, accept });
  const returned = () => void answeredBy.set(url, answersOf(url) + 1);
  const lender = createConnectionLender({ most: connections, connect: hosts.connect, usesOfOne, returned });
  const places = createConnectionPlaces(connections, own);
  return {
    url,
    places,
    timeoutMs,
    hosts: hosts.count,
    acquire: lender.acquire,
    count: () => ({ most: connections, ...lender.count(), waiting: places.waiting() }),
    close: lender.close,
  };
}

/** How many statements each database has answered this process. */
const answeredBy = new Map<string, number>();

export const answersOf = (url: string): number => answeredBy.get(url) ?? 0;
