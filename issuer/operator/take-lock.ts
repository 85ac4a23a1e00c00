import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { HeldLock, SequenceLock } from "../issuing/deps.js";

const lockTries = 60;
const lockPauseMs = 250;

/** Takes a sequence's lock, or waits for it. Undefined when somebody else keeps it for long. */
export async function takeLock(
  { lock, clock }: { lock: SequenceLock; clock: { sleep(ms: number): Promise<void> } },
  key: SequenceKey,
): Promise<HeldLock | undefined> {
  for (let tries = 1; ; tries++) {
    const held = await lock.tryAcquire(key);
    if (held || tries === lockTries) return held;
    await clock.sleep(lockPauseMs);
  }
}
