import { type Caller, findCaller, hashOf } from "../shared/db/company/api-keys.js";
import type { Database } from "../shared/db/database.js";
import { type CacheTimes, createBriefCache } from "./brief-cache.js";

export interface Callers {
  /** Undefined when the key is unknown or revoked. A key that another process revokes is refused within a second. */
  find(secret: string): Promise<Caller | undefined>;
  /** Call it after a change: the change counts in this process at once. */
  clear(): void;
}

/** Finds callers by their API key. Cached, so that a busy client does not cost one statement per request. */
export function createCallers(db: Database, times?: CacheTimes): Callers {
  const cache = createBriefCache<Caller | undefined>((caller) => caller !== undefined, times);
  return {
    async find(secret) {
      const hash = hashOf(secret);
      const name = Buffer.from(hash).toString("base64");
      const read = () => findCaller(db, hash);
      return cache.recall(name, read) ?? cache.read(name, read);
    },
    clear: cache.clear,
  };
}
