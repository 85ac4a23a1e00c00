import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import { withTimeout } from "../../../shared/concurrency/with-timeout.js";
import { toSignInName } from "../../../shared/db/people/sign-in-name.js";

/**
 * From which addresses people signed in of late. It opens nothing: it only decides in which line somebody waits, and how long a form
 * without a session may be. So it stands in Redis, and while Redis is away or slow nobody is known.
 */
export interface RecentAddresses {
  /** Whether anybody, or somebody of this name, signed in from this address. */
  knows(address: string, name?: string): Promise<boolean>;
  /** Never rejects. */
  remember(address: string, name: string): Promise<void>;
}

const keptSeconds = 30 * 86_400;
/** No request waits longer for Redis. */
const timeoutMs = 100;

export function createRecentAddresses(redis: Redis): RecentAddresses {
  return {
    async knows(address, name) {
      const found = await withTimeout(timeoutMs, redis.exists(keyOf(address, name))).catch(() => 0);
      return found > 0;
    },
    async remember(address, name) {
      const kept = [keyOf(address), keyOf(address, name)].map((key) => redis.set(key, "1", "EX", keptSeconds));
      await withTimeout(timeoutMs, Promise.all(kept)).catch(() => undefined);
    },
  };
}

/** Redis key of an address, or of a name at it. The name is hashed: whoever reads Redis finds no list of people. */
function keyOf(address: string, name?: string): string {
  const hashed = name === undefined ? "" : `:${createHash("sha256").update(toSignInName(name)).digest("base64url")}`;
  return `talonario:signed-in:${address}${hashed}`;
}
