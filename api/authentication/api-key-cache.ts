import { LRUCache } from "lru-cache";
import { findCaller, hashOf, listKeyHashes } from "../../shared/db/company/api-keys.js";
import type { KeyCaller } from "../../shared/db/company/caller.js";
import type { Statements } from "../../shared/db/pool/database.js";
import { type CacheOptions, createReadThroughCache } from "./read-through-cache.js";

export interface ApiKeyCache {
  /** Undefined when the key is unknown, revoked or expired. What happens elsewhere counts within a second. */
  find(secret: string): Promise<KeyCaller | undefined>;
  /** Whether the key was in force when this process last looked. It may be revoked or expired by now: only `find` tells. */
  wasValid(secret: string): boolean;
  /** Takes the keys in force as right, so that a new process holds back no client. */
  preload(): Promise<void>;
  /** Call it after a change: the change counts in this process at once. */
  clear(): void;
}

/** The latest right keys, by their hashes. With more keys than this in use, the oldest counts as never seen. */
const maxRightKeys = 10_000;

/** Finds callers by their API key. Cached, so that a busy client does not cost one statement per request. */
export function createApiKeyCache(db: Statements, times?: CacheOptions): ApiKeyCache {
  const cache = createReadThroughCache<KeyCaller | undefined>((caller) => caller !== undefined, times);
  const hashed = createHashed();
  const right = new LRUCache<string, true>({ max: maxRightKeys });
  return {
    async find(secret) {
      const { hash, name } = hashed(secret);
      return cache.get(name, async () => {
        const caller = await findCaller(db, hash);
        if (caller) right.set(name, true);
        else right.delete(name);
        return caller;
      });
    },
    wasValid: (secret) => right.has(hashed(secret).name),
    async preload() {
      for (const hash of await listKeyHashes(db, maxRightKeys)) right.set(nameOf(hash), true);
    },
    clear: cache.clear,
  };
}

/** The latest secrets whose hashes are at hand: a request asks about its own up to three times, and others come in between. */
const maxHashed = 100;

function createHashed() {
  const known = new LRUCache<string, { hash: Uint8Array; name: string }>({
    max: maxHashed,
    memoMethod(secret) {
      const hash = hashOf(secret);
      return { hash, name: nameOf(hash) };
    },
  });
  return (secret: string) => known.memo(secret);
}

const nameOf = (hash: Uint8Array) => Buffer.from(hash).toString("base64");
