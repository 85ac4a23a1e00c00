import type { IncarnationState } from "../db/incarnation/incarnation.js";
import type { Watermark } from "../domain/watermark.js";

/** Latest sighting of a database by this process, which needs no witness for it. */
export function createSeenLast() {
  let seen: Watermark | undefined;
  return {
    get: () => seen,
    /** A position only rises, because an earlier look may be told later. */
    remember({ place, history, earlier, flushed, nowMs }: IncarnationState): void {
      const isBehind = seen?.place === place && seen.history === history && seen.position > flushed;
      if (!isBehind) seen = { place, history, earlier, position: flushed, writtenMs: nowMs };
    },
    forget(): void {
      seen = undefined;
    },
  };
}
