import type { Storage } from "../shared/storage/storage.js";

/** The storage does not keep what was printed: it says nothing about the voucher. */
export class StorageRefused extends Error {
  override name = "StorageRefused";
}

/** The pause after a refusal, and the longest. Each in a row is twice as long as the one before. */
const [firstMs, longestMs] = [5_000, 60_000];

interface GuardedStorage extends Storage {
  /** State after a refusal: what cannot be stored is not worth a print, which takes a thousand times as long as to be refused. */
  isTripped(): boolean;
}

export function createStorageBreaker(storage: Storage, nowMs: () => number): GuardedStorage {
  let pauseMs = 0;
  let restsUntilMs = Number.NEGATIVE_INFINITY;
  return {
    ...storage,
    isTripped: () => nowMs() < restsUntilMs,
    async write(key, bytes) {
      try {
        await storage.write(key, bytes);
        pauseMs = 0;
      } catch (error) {
        // Several that were printed at the same time are refused together.
        if (nowMs() >= restsUntilMs) pauseMs = Math.min(longestMs, Math.max(firstMs, 2 * pauseMs));
        restsUntilMs = nowMs() + pauseMs;
        throw new StorageRefused(`the storage refused: ${(error as Error).message}`, { cause: error });
      }
    },
  };
}
