import { type DatabaseTrouble, troubleOf } from "../shared/db/database-trouble.js";
import { RedisAwayError } from "../shared/queues/through-redis.js";
import { StorageAwayError } from "../shared/storage/storage-away.js";

/** When to try again what failed because a server was away. */
export const retryAfterSeconds = "5";

interface Away {
  /** What the caller is told. */
  message: string;
  log: { away: "database"; trouble: DatabaseTrouble } | { away: "redis" | "storage" };
}

const ofDatabase: Record<DatabaseTrouble, string> = {
  away: "The database does not answer. Try again in a moment with the same data.",
  busy: "The database is starting, stopping or recovering. Try again in a moment with the same data.",
  slow: "The database is slow, and took too long for this. Try again in a moment with the same data.",
  full: "The disk or the memory of the database is full. Try again later with the same data.",
  crowded: "The database takes no more connections. Try again in a moment with the same data.",
  readOnly: "The database takes no changes at present. Try again in a moment with the same data.",
  refused: "The database does not let this service in. Try again later with the same data.",
};

/** The one place that tells which server is away when a request fails. Undefined for every other error. */
export function explainAway(error: unknown): Away | undefined {
  if (error instanceof RedisAwayError)
    return {
      message:
        "Redis, which brings this work to whoever does it, is away or full. Try again in a moment with the same data.",
      log: { away: "redis" },
    };
  if (error instanceof StorageAwayError)
    return {
      message: "The storage of PDFs and logos is away or full. Try again in a moment with the same data.",
      log: { away: "storage" },
    };
  const trouble = troubleOf(error);
  return trouble && { message: ofDatabase[trouble], log: { away: "database", trouble } };
}
