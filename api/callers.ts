import { type Caller, findCaller, hashOf } from "../shared/db/company/api-keys.js";
import type { Database } from "../shared/db/database.js";
import { createBriefMemory, type MemoryTimes } from "./brief-memory.js";

export interface Callers {
  /** Undefined when the key is unknown or revoked. A key that another process revokes is refused within a second. */
  find(secret: string): Promise<Caller | undefined>;
  /** What this process changed counts here at once. */
  forgetAll(): void;
}

/** Who calls: a busy client costs no statement for each of its requests. */
export function createCallers(db: Database, times?: MemoryTimes): Callers {
  const memory = createBriefMemory<Caller | undefined>((caller) => caller !== undefined, times);
  return {
    async find(secret) {
      const hash = hashOf(secret);
      const name = Buffer.from(hash).toString("base64");
      const read = () => findCaller(db, hash);
      return memory.recall(name, read) ?? memory.learn(name, read);
    },
    forgetAll: memory.forgetAll,
  };
}
