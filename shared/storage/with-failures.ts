import type { Storage, StoredFile } from "./storage.js";

type ToThrow = (error: unknown, operation: StorageOperation) => unknown;

export const storageOperations = ["write", "read", "exists", "remove"] as const;
type StorageOperation = (typeof storageOperations)[number];

/** The storage, where whatever fails, also while a file is read, fails with what `toThrow` makes of it. */
export function withFailures(storage: Storage, toThrow: ToThrow): Storage {
  const passed = <Result>(operation: StorageOperation, task: Promise<Result>): Promise<Result> =>
    task.catch((error: unknown) => {
      throw toThrow(error, operation);
    });
  return {
    write: (key, bytes) => passed("write", storage.write(key, bytes)),
    read: (key) => passed("read", storage.read(key)),
    open: async (key) => {
      const { sizeBytes, content } = await passed("read", storage.open(key));
      return { sizeBytes, content: readOn(content, toThrow) };
    },
    exists: (key) => passed("exists", storage.exists(key)),
    remove: (key) => passed("remove", storage.remove(key)),
  };
}

async function* readOn(content: StoredFile["content"], toThrow: ToThrow): StoredFile["content"] {
  try {
    yield* content;
  } catch (error) {
    throw toThrow(error, "read");
  }
}
