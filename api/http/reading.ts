import { createTransferProgress } from "../../shared/concurrency/transfer-progress.js";

/** Pace, in bytes a second, that lets a reader keep a place for a while. A slow line at home reads as much. */
const enoughPerSecond = 128 * 1_024;

/** How a file is read, piece by piece. */
export interface Reading {
  /** The next piece is there, and waits for its reader. */
  offer(bytes: number): void;
  /** The reader took it, and waits for the next one. */
  take(): void;
  /** As a claim to a place has it. */
  standing(besideFirst: boolean): number;
}

/** For so long whoever reads enough keeps its place. */
export interface KeptTimes {
  /** Beside who has had nothing of late. */
  firstMs: number;
  /** Beside who comes again. */
  againMs: number;
}

/**
 * While the next piece is being made the reader gives way to nobody, nor while it reads enough, for so long. After that the slowest does,
 * however fast it is.
 */
export function createReading({ firstMs, againMs }: KeptTimes, nowMs = () => performance.now()): Reading {
  const beganMs = nowMs();
  const standing = createTransferProgress(beganMs, enoughPerSecond);
  let offered: number | undefined;
  let takenMs = beganMs;
  return {
    offer(bytes) {
      standing.excuse(nowMs() - takenMs);
      offered = bytes;
    },
    take() {
      takenMs = nowMs();
      standing.move(offered ?? 0, takenMs);
      offered = undefined;
    },
    standing(besideFirst) {
      const untilMs = standing.untilMs();
      const isKept = untilMs >= nowMs() && nowMs() - beganMs < (besideFirst ? firstMs : againMs);
      return offered === undefined || isKept ? Number.POSITIVE_INFINITY : untilMs;
    },
  };
}
