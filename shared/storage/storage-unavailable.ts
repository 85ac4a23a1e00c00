import { NotStoredError } from "./not-stored-error.js";
import type { Storage } from "./storage.js";
import { withFailures } from "./with-failures.js";

/** The storage failed: its folder, its disk, or the server behind it. */
export class StorageUnavailableError extends Error {
  override name = "StorageUnavailableError";
}

/** The storage, whose failures are known again where they are answered. That nothing is stored under a key is none. */
export const nameFailures = (storage: Storage): Storage =>
  withFailures(storage, (error) =>
    error instanceof NotStoredError ? error : new StorageUnavailableError("the storage failed", { cause: error }),
  );
