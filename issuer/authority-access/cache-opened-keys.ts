import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Opener } from "../../shared/sealing/opener.js";

/** How many opened keys are remembered, at most. */
const maxKept = 2_000;

/**
 * Opens each private key once and remembers it, until it is stored in another form. Those that were used last are kept. Opening a key
 * takes more than a millisecond of a processor, and every company under the operator's certificate needs the same key.
 */
export function cacheOpenedKeys(opener: Opener): Opener {
  const opened = new LRUCache<string, Promise<string>>({ max: maxKept });
  return {
    ...opener,
    open(sealed, context) {
      const name = createHash("sha256").update(context).update("\0").update(sealed).digest("base64");
      const known = opened.get(name);
      if (known) return known;
      const opening = opener.open(sealed, context);
      opened.set(name, opening);
      opening.catch(() => opened.delete(name));
      return opening;
    },
  };
}
