import { turnAfter } from "./turn-after.js";

/**
 * Reads at once for all who ask in one turn of the event loop, or while an earlier read is under way: a busy process needs few
 * statements, and one that is at rest waits for nobody. Whoever asks is never given what was read before.
 */
export function gatherReads<Key, Value>(
  readAll: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let gathering: { keys: Set<Key>; values: Promise<ReadonlyMap<Key, Value>> } | undefined;
  let earlier: Promise<unknown> = Promise.resolve();

  function gather() {
    const keys = new Set<Key>();
    const read = async () => {
      await turnAfter(earlier);
      gathering = undefined;
      const reading = readAll([...keys]);
      earlier = reading;
      return reading;
    };
    return { keys, values: read() };
  }

  return async (key) => {
    gathering ??= gather();
    gathering.keys.add(key);
    return (await gathering.values).get(key);
  };
}
