import { Counter } from "prom-client";
import { NotStoredError } from "./not-stored-error.js";
import type { Storage } from "./storage.js";
import { storageOperations, withFailures } from "./with-failures.js";

const failures = new Counter({
  name: "talonario_storage_failures_total",
  help: "Times that the storage of PDFs and logos refused: a full disk, missing rights, or S3 away",
  labelNames: ["operation"],
});

/** Counts the refusals of a storage. That something is not stored is none. */
export function measureStorage(storage: Storage): Storage {
  // A counter that begins with its first event has not risen by it, so no alert would see that.
  for (const operation of storageOperations) failures.inc({ operation }, 0);
  return withFailures(storage, (error, operation) => {
    if (!(error instanceof NotStoredError)) failures.inc({ operation });
    return error;
  });
}
