import type { OpenSequence } from "../../shared/db/issuing/sequences.js";
import { questionsLeft } from "../../shared/domain/look-pace.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";

export interface RecoverDeps {
  cancelAllOverdue(): Promise<number[]>;
  openSequences(): Promise<OpenSequence[]>;
  announce(issuanceId: number): void;
  wake(key: SequenceKey): Promise<void>;
}

/**
 * What heals without anybody's help: gives up issuances whose turn never came though their caller's process may be dead,
 * and wakes sequences that have something open whatever became of their jobs. Source: issuer/README.md, section 2, "Deadline".
 */
export async function recover(deps: RecoverDeps): Promise<void> {
  for (const issuanceId of await deps.cancelAllOverdue()) deps.announce(issuanceId);
  for (const { looks, nowMs, ...key } of await deps.openSequences())
    if (questionsLeft(looks, nowMs) > 0) await deps.wake(key);
}
