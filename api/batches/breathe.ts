import { setImmediate as afterOthers } from "node:timers/promises";

const atMostMs = 10;

/** For work on many things: awaited before each, it lets other requests go on whenever this one has held the process for 10 ms. */
export function breather(): () => Promise<void> | undefined {
  let sinceMs = performance.now();
  return () => {
    if (performance.now() - sinceMs < atMostMs) return;
    return afterOthers().then(() => {
      sinceMs = performance.now();
    });
  };
}
