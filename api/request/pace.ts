/** What a sender needs to send at least: its first piece in this time, and then as many bytes a second. */
export const firstMs = 2_000;
const pieceBytes = 16 * 1_024;
const pieceMs = 1_000;

/** How a body comes in. */
export interface Pace {
  come(bytes: number, nowMs: number): void;
  /** When it is too slow, unless more of it comes. */
  lateMs(): number;
  /** The same without credit for what came faster before: so whoever sent much and then stops does worse than who begins. */
  standing(): number;
}

/** @param longestMs how long it may take in all */
export function createPace(beganMs: number, longestMs: number): Pace {
  let bytes = 0;
  let standing = beganMs + firstMs;
  return {
    come(more, nowMs) {
      bytes += more;
      standing = Math.min(nowMs + firstMs, standing + (more / pieceBytes) * pieceMs);
    },
    lateMs: () => beganMs + Math.min(longestMs, firstMs + Math.max(0, bytes / pieceBytes - 1) * pieceMs),
    standing: () => standing,
  };
}
