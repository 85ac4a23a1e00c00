import pg from "pg";

/**
 * Why PostgreSQL does not serve, where the cause lies with it and not with the statement.
 * - away: it does not answer, or the connection broke.
 * - busy: it starts, stops or recovers.
 * - full: its disk or its memory.
 * - crowded: it takes no more connections.
 * - readOnly: it takes no changes, as a standby.
 * - refused: it does not let this process in.
 */
export type DatabaseTrouble = "away" | "busy" | "full" | "crowded" | "readOnly" | "refused";

/** Source: PostgreSQL's manual, appendix A. */
const ofState: [RegExp, DatabaseTrouble][] = [
  [/^(08...|57P0[125])$/, "away"],
  [/^57P03$/, "busy"],
  [/^(53[12]00|58030)$/, "full"],
  [/^53300$/, "crowded"],
  [/^25006$/, "readOnly"],
  [/^28(000|P01)$/, "refused"],
];

/** What Prisma makes of a failed connection, and of one that was not to be had in time. */
const ofPrisma: Record<string, DatabaseTrouble> = {
  DatabaseNotReachable: "away",
  ConnectionClosed: "away",
  SocketTimeout: "away",
  P1001: "away",
  P1002: "away",
  P1017: "away",
  P2024: "away",
};

const ofConnections = new WeakSet<object>();

/** Notes that a connection to PostgreSQL gave this error: only then a refused connection, say, is the database's. */
export function noteOfDatabase(error: unknown): void {
  if (typeof error === "object" && error !== null) ofConnections.add(error);
}

const deepest = 5;

/** Undefined for every other error. */
export function troubleOf(error: unknown, depth = 0): DatabaseTrouble | undefined {
  if (typeof error !== "object" || error === null || depth > deepest) return undefined;
  const { code, originalCode, kind, cause, meta } = error as Record<string, unknown>;
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
