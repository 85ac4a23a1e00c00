/**
 * Reads for all who ask in the same turn of the event loop at once: a busy process needs few statements, and one that is at
 * rest waits for nobody.
 */
export function gatherReads<Key, Value>(
  readAll: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let gathering: { keys: Set<Key>; values: Promise<ReadonlyMap<Key, Value>> } | undefined;

  function gather() {
    const keys = new Set<Key>();
    const values = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      gathering = undefined;
      return readAll([...keys]);
    });
    return { keys, values };
  }

  return async (key) => {
    gathering ??= gather();
    gathering.keys.add(key);
    return (await gathering.values).get(key);
  };
}
