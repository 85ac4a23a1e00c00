import { gather } from "./gather.js";

/**
 * Reads at once for all who ask in one turn of the event loop, or while an earlier read is under way: a busy process needs few
 * statements. Each key is read once; a failure is everybody's who asked.
 */
export const gatherReads = <Key, Value>(
  readAll: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
): ((key: Key) => Promise<Value | undefined>) =>
  gather(async (asked) => {
    try {
      const values = await readAll([...new Set(asked.map(({ call }) => call))]);
      for (const { call, resolve } of asked) resolve(values.get(call));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  });
