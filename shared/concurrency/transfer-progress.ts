/** How well somebody does who sends or reads bytes: until when what they moved of late is enough. Of several, who has the least does worst. */
interface TransferProgress {
  move(bytes: number, nowMs: number): void;
  /** So long somebody else was waited for. */
  excuse(ms: number): void;
  untilMs(): number;
}

/** Nobody is further ahead: so whoever moved much and then stops does worse than who begins. */
const aheadMs = 2_000;

/** @param bytesPerSecond what is enough */
export function createTransferProgress(beganMs: number, bytesPerSecond: number): TransferProgress {
  let untilMs = beganMs + aheadMs;
  return {
    move(bytes, nowMs) {
      untilMs = Math.min(nowMs + aheadMs, untilMs + (bytes / bytesPerSecond) * 1_000);
    },
    excuse(ms) {
      untilMs += ms;
    },
    untilMs: () => untilMs,
  };
}
