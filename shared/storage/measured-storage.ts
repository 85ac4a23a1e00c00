import { Counter } from "prom-client";
import { NotStoredError } from "./not-stored-error.js";
import { openWith } from "./open-with.js";
import type { Storage } from "./storage.js";

const failures = new Counter({
  name: "talonario_storage_failures_total",
  help: "Times that the storage of PDFs and logos refused: a full disk, missing rights, or S3 away",
  labelNames: ["operation"],
});

const operations = ["write", "read", "exists", "remove"] as const;
type StorageOperation = (typeof operations)[number];

/** Counts the refusals of a storage. That something is not stored is none. */
export function measureStorage(storage: Storage): Storage {
  // A counter that begins with its first event has not risen by it, so no alert would see that.
  for (const operation of operations) failures.inc({ operation }, 0);
  const count = (operation: StorageOperation, error: unknown) => {
    if (!(error instanceof NotStoredError)) failures.inc({ operation });
    return error;
  };
  const counted = <Result>(operation: StorageOperation, task: Promise<Result>): Promise<Result> =>
    task.catch((error) => {
      throw count(operation, error);
    });
  return {
    write: (key, bytes) => counted("write", storage.write(key, bytes)),
    read: (key) => counted("read", storage.read(key)),
    open: (key) => openWith(storage, key, (error) => count("read", error)),
    exists: (key) => counted("exists", storage.exists(key)),
    remove: (key) => counted("remove", storage.remove(key)),
  };
}
