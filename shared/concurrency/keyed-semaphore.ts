/** Runs work at once while less work of its key runs than the limit allows. Otherwise the work waits in the key's own line. */
export type KeyedSemaphore = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** @param limit how much work of one key may run at once */
export function createKeyedSemaphore(limit: number): KeyedSemaphore {
  const lines = new Map<string, { running: number; waiting: (() => void)[] }>();

  return async (key, work) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.running < limit) line.running += 1;
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      // The next one in line takes over this place, so `running` stays the same.
      if (next) next();
      else if (--line.running === 0) lines.delete(key);
    }
  };
}
