import { NotStoredError } from "./not-stored-error.js";
import { openWith } from "./open-with.js";
import type { Storage } from "./storage.js";

/** The storage failed: its folder, its disk, or the server behind it. */
export class StorageUnavailableError extends Error {
  override name = "StorageUnavailableError";
}

/** The storage, whose failures are known again where they are answered. That nothing is stored under a key is none. */
export const nameFailures = (storage: Storage): Storage => ({
  write: (key, bytes) => named(storage.write(key, bytes)),
  read: (key) => named(storage.read(key)),
  open: (key) => openWith(storage, key, nameOf),
  exists: (key) => named(storage.exists(key)),
  remove: (key) => named(storage.remove(key)),
});

const named = <T>(task: Promise<T>): Promise<T> =>
  task.catch((error: unknown) => {
    throw nameOf(error);
  });

const nameOf = (error: unknown): unknown =>
  error instanceof NotStoredError ? error : new StorageUnavailableError("the storage failed", { cause: error });
