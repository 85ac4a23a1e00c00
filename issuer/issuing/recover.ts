import type { DueSequence } from "../../shared/db/issuing/sequences.js";
import { lookupsLeft } from "../../shared/domain/look-pace.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";

export interface RecoverDeps {
  cancelAllOverdue(): Promise<number[]>;
  /**
   * Arms the elements of batches that waited until their key was free, ends those of cancelled batches, and notes which batches are
   * over. To arm is to record an issuance for the element.
   */
  sweepBatches(): Promise<void>;
  openSequences(): Promise<DueSequence[]>;
  announce(issuanceId: number): void;
  wake(key: SequenceKey): Promise<void>;
}

/**
 * The sweep. Cancels issuances that waited beyond their deadline, in case the API's process that waited for them died. Wakes sequences
 * with open issuances, in case their jobs were lost. Tends batches, which nobody waits for.
 * Source: issuer/README.md, section 2, "Deadline".
 */
export async function recover(deps: RecoverDeps): Promise<void> {
  // None stops another, and none waits for another: what holds one up would let every lost job sleep, and batches need no Redis.
  const parts = await Promise.allSettled([cancelOverdue(deps), wakeOpen(deps), deps.sweepBatches()]);
  const failed = parts.find((part) => part.status === "rejected");
  if (failed) throw failed.reason;
}

async function cancelOverdue({ cancelAllOverdue, announce }: RecoverDeps): Promise<void> {
  for (const issuanceId of await cancelAllOverdue()) announce(issuanceId);
}

/** Leaves out the sequences about whose number in doubt no question may be asked yet: a drain could do nothing for them. */
async function wakeOpen({ openSequences, wake }: RecoverDeps): Promise<void> {
  for (const { looks, nowMs, ...key } of await openSequences()) if (lookupsLeft(looks, nowMs) > 0) await wake(key);
}
