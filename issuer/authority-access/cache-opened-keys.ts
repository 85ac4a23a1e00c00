import { createHash } from "node:crypto";
import type { Opener } from "../../shared/sealing/opener.js";

/** How many opened keys are remembered, at most. */
const maxKept = 2_000;

/**
 * Opens each private key once and remembers it, until it is stored in another form. Those that were used last are kept. Opening a key
 * takes more than a millisecond of a processor, and every company under the operator's certificate needs the same key.
 */
export function cacheOpenedKeys(opener: Opener): Opener {
  const opened = new Map<string, Promise<string>>();
  return {
    ...opener,
    open(sealed, context) {
      const name = createHash("sha256").update(context).update("\0").update(sealed).digest("base64");
      const known = opened.get(name);
      const opening = known ?? opener.open(sealed, context);
      // Moves the key to the end, so that the first one in the map was not used for the longest time.
      opened.delete(name);
      opened.set(name, opening);
      const [oldest] = opened.keys();
      if (opened.size > maxKept && oldest !== undefined) opened.delete(oldest);
      if (!known) opening.catch(() => opened.delete(name));
      return opening;
    },
  };
}
