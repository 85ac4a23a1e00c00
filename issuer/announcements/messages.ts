import type { Log } from "../../shared/logging/log.js";
import type { RedisWatch } from "../../shared/queues/redis-watch.js";
import { throughRedis } from "../../shared/queues/through-redis.js";

/** What nobody waits for, and what a sweep or a poll makes up for. */
export interface Messages {
  /** Waits for it when the process stops, and logs its failure. */
  send(message: Promise<unknown>, name: string): void;
  /** The same of what goes through Redis. While Redis is away it is not even tried. */
  tell(start: () => Promise<unknown>, name: string): void;
  finish(): Promise<unknown>;
}

export function createMessages(watch: RedisWatch, log: Log): Messages {
  const onTheWay = new Set<Promise<unknown>>();
  const send: Messages["send"] = (message, name) => {
    const sent: Promise<unknown> = message
      .catch((error) => log.warn({ error }, `${name} was lost; a sweep or a poll will recover it`))
      .finally(() => onTheWay.delete(sent));
    onTheWay.add(sent);
  };
  return {
    send,
    tell(start, name) {
      if (!watch.isAway()) send(throughRedis(watch, start), name);
    },
    finish: () => Promise.all(onTheWay),
  };
}
