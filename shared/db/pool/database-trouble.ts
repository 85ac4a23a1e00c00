import pg from "pg";

/**
 * Why PostgreSQL does not serve, where the cause lies with it and not with the statement.
 * - away: it does not answer, or the connection broke.
 * - busy: it starts, stops or recovers.
 * - slow: it answers, but a statement, a lock, a transaction or the wait for a connection took too long.
 * - full: its disk or its memory.
 * - crowded: it takes no more connections.
 * - readOnly: it takes no changes, as a standby.
 * - refused: it does not let this process in.
 */
export type DatabaseTrouble = "away" | "busy" | "slow" | "full" | "crowded" | "readOnly" | "refused";

/** Source: PostgreSQL's manual, appendix A. */
const ofState: [RegExp, DatabaseTrouble][] = [
  [/^(08...|57P0[1245])$/, "away"],
  [/^57P03$/, "busy"],
  [/^(57014|55P03|25P0[34])$/, "slow"],
  // 53000: it may open no more files. 53400: its own limit of what a statement puts on the disk.
  [/^(53[0124]00|58030)$/, "full"],
  [/^53300$/, "crowded"],
  // 55000: a standby is asked how far its log is.
  [/^(25006|55000)$/, "readOnly"],
  [/^28(000|P01)$/, "refused"],
];

/** Codes of Prisma for a failed connection, and for one that was not to be had in time. */
const ofPrisma: Record<string, DatabaseTrouble> = {
  DatabaseNotReachable: "away",
  ConnectionClosed: "away",
  SocketTimeout: "away",
  P1001: "away",
  P1002: "away",
  P1017: "away",
  P2024: "away",
};

/** Prisma has one code for these and for faults of ours, such as a statement behind the commit. */
const slowTransaction = /in the given time|expired transaction/;

/** Every connection was in use, and statements were answered meanwhile: this one was too many for its time. */
export class BusyConnectionsError extends Error {
  override name = "BusyConnectionsError";
  constructor(options: ErrorOptions) {
    super("no connection to the database became free in time", options);
  }
}

/** The server takes no changes: the statement did nothing. */
export const isOfStandby = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "25006";

/** Somebody else holds the lock that the statement wanted at once, or in a bounded time: PostgreSQL's `lock_not_available`. */
export const isOfHeldLock = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "55P03";

const ofConnections = new WeakSet<object>();

/** How often PostgreSQL did not serve this process, by why. */
export const troublesMet: Record<DatabaseTrouble, number> = {
  ...{ away: 0, busy: 0, slow: 0, full: 0, crowded: 0, readOnly: 0, refused: 0 },
};

/** Notes that a connection to PostgreSQL gave this error: only then a refused connection, say, is the database's. Each error counts once. */
export function noteOfDatabase(error: unknown): void {
  if (typeof error !== "object" || error === null || ofConnections.has(error)) return;
  ofConnections.add(error);
  const trouble = troubleOf(error);
  if (trouble) troublesMet[trouble] += 1;
}

const deepest = 5;

/** Undefined for every other error. */
export function troubleOf(error: unknown, depth = 0): DatabaseTrouble | undefined {
  if (typeof error !== "object" || error === null || depth > deepest) return undefined;
  if (error instanceof BusyConnectionsError) return "slow";
  const { code, originalCode, kind, cause, meta, message } = error as Record<string, unknown>;
  if (code === "P2028" && slowTransaction.test(`${message}`)) return "slow";
  for (const known of [code, originalCode, kind]) {
    if (typeof known !== "string") continue;
    const found = ofPrisma[known] ?? ofState.find(([pattern]) => pattern.test(known))?.[1];
    if (found) return found;
  }
  // The driver gives no codes for a time-out, nor for a connection that ended.
  if (ofConnections.has(error) && !(error instanceof pg.DatabaseError) && !(error instanceof TypeError)) return "away";
  const adapter =
    typeof meta === "object" && meta !== null ? (meta as Record<string, unknown>)["driverAdapterError"] : undefined;
  return troubleOf(cause, depth + 1) ?? troubleOf(adapter, depth + 1);
}
