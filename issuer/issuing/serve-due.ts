import type { OpenSequence } from "../../shared/db/issuing/sequences.js";
import { lookupsLeft } from "../../shared/domain/look-pace.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";

interface ServeDueDeps {
  dueSequences(): Promise<OpenSequence[]>;
  /** Serves the sequence in this process. False when there is no place for it. */
  serveLocally(key: SequenceKey): boolean;
}

/**
 * One round of an issuer that looks for work itself, because Redis is away and brings none. Any issuer may do the same: the lease
 * keeps them apart. Source: issuer/README.md, section 2, "Without Redis".
 */
export async function serveDue({ dueSequences, serveLocally }: ServeDueDeps): Promise<void> {
  for (const { looks, nowMs, ...key } of await dueSequences())
    if (lookupsLeft(looks, nowMs) > 0 && !serveLocally(key)) return;
}
