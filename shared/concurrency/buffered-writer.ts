import type { Log } from "../logging/log.js";
import { runPeriodically } from "./run-periodically.js";

/**
 * Buffered writer, as a write-behind log: records wait in memory and are written together. Who adds one never waits and never fails. Beyond its bound
 * the newest are dropped and counted.
 */
export interface BufferedWriter<Item> {
  /** False when the buffer is full: the item is dropped. */
  add(item: Item): boolean;
  /** Writes what is left once, and ends. What cannot be written then is lost, and logged. */
  stop(): Promise<void>;
}

interface BufferOptions<Item> {
  /** Writes some in one statement, in the order in which they came. */
  write: (items: Item[]) => Promise<void>;
  /** Name of the task for the log, such as "storing the exchanges". */
  name: string;
  everyMs: number;
  maxWaiting: number;
  maxPerWrite: number;
  /** Failed batches stay for the next time. Otherwise each is dropped: one that the store never takes holds up no other. */
  keepsFailed: boolean;
  log: Log;
}

export function createBufferedWriter<Item>(options: BufferOptions<Item>): BufferedWriter<Item> {
  const { write, name, everyMs, maxWaiting, maxPerWrite, keepsFailed, log } = options;
  let waiting: Item[] = [];
  let dropped = 0;

  async function flush(): Promise<void> {
    if (dropped > 0) log.warn({ lost: dropped }, `${name}: too many at once; some were dropped`);
    dropped = 0;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxPerWrite);
      if (!keepsFailed) waiting = waiting.slice(batch.length);
      await write(batch);
      if (keepsFailed) waiting = waiting.slice(batch.length);
    }
  }
  const flushing = runPeriodically(flush, everyMs, log, name);

  return {
    add(item) {
      if (waiting.length < maxWaiting) return waiting.push(item) > 0;
      dropped += 1;
      return false;
    },
    async stop() {
      await flushing.stop();
      await flush().catch((error) => log.warn({ error, lost: waiting.length }, `${name} failed at the end`));
    },
  };
}
