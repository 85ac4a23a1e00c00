/** Least jump between the clocks that says anything: one counts whole milliseconds, and both are corrected slowly. */
const leastJumpMs = 100;

/**
 * Gives the time that went by, in milliseconds. The monotonic clock of a virtual machine stands still while the machine is suspended, and
 * the wall clock shows it afterwards. So what the wall clock went ahead of the monotonic one is added; a wall clock that was set ahead only
 * makes a worker look once more whether the sequence is still its own.
 * Source: issuer/README.md, section 2, step 6.
 */
export function createElapsedClock(monotonicMs: () => number, wallMs: () => number): () => number {
  let ahead = wallMs() - monotonicMs();
  let suspendedMs = 0;
  return () => {
    const nowMs = monotonicMs();
    const jumpMs = wallMs() - nowMs - ahead;
    if (jumpMs > leastJumpMs) suspendedMs += jumpMs;
    if (Math.abs(jumpMs) > leastJumpMs) ahead += jumpMs;
    return nowMs + suspendedMs;
  };
}
