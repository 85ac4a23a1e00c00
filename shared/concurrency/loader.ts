import { createBatcher } from "./batcher.js";

/**
 * Merges into one read all calls of one turn of the event loop, and all calls made during an earlier read or in the pause after it
 * (`gather`). So a busy process needs few statements. Each key is read once. If the read fails, all its callers get the error.
 */
export const createLoader = <Key, Value>(
  readAll: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
): ((key: Key) => Promise<Value | undefined>) =>
  createBatcher(async (asked) => {
    const keys = [...new Set(asked.map(({ call }) => call))];
    try {
      const values = await readAll(keys);
      for (const { call, resolve } of asked) resolve(values.get(call));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
    return keys.length;
  });
