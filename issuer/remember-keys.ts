import { createHash } from "node:crypto";
import type { Opener } from "../shared/sealing/opener.js";

/** Opening one takes more than a millisecond of a processor, and every company of the operator's certificate needs the same. */
const mostKept = 2_000;

/** Opens each private key once and remembers it, as long as it is stored in the same form. The latest are kept. */
export function rememberKeys(opener: Opener): Opener {
  const opened = new Map<string, Promise<string>>();
  return {
    ...opener,
    open(sealed, context) {
      const name = createHash("sha256").update(context).update("\0").update(sealed).digest("base64");
      const known = opened.get(name);
      const opening = known ?? opener.open(sealed, context);
      // At the end again, so that the first is the one that was not needed for longest.
      opened.delete(name);
      opened.set(name, opening);
      const [oldest] = opened.keys();
      if (opened.size > mostKept && oldest !== undefined) opened.delete(oldest);
      if (!known) opening.catch(() => opened.delete(name));
      return opening;
    },
  };
}
