import { createTransferProgress } from "../../shared/concurrency/transfer-progress.js";

/** Least pace of a sender: its first piece in this time, and then as many bytes a second. */
export const firstMs = 2_000;
const pieceBytes = 16 * 1_024;
const pieceMs = 1_000;

/** How a body comes in. */
export interface Pace {
  come(bytes: number, nowMs: number): void;
  /** When it is too slow, unless more of it comes. */
  lateMs(): number;
  /** Time at which it is too slow, without credit for what came faster before. */
  standing(): number;
}

/** @param longestMs how long it may take in all */
export function createPace(beganMs: number, longestMs: number): Pace {
  let bytes = 0;
  const standing = createTransferProgress(beganMs, pieceBytes);
  return {
    come(more, nowMs) {
      bytes += more;
      standing.move(more, nowMs);
    },
    lateMs: () => beganMs + Math.min(longestMs, firstMs + Math.max(0, bytes / pieceBytes - 1) * pieceMs),
    standing: standing.untilMs,
  };
}
