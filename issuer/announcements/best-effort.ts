import { createWaitGroup } from "../../shared/concurrency/wait-group.js";
import type { Log } from "../../shared/logging/log.js";
import { callRedis } from "../../shared/queues/call-redis.js";
import type { RedisBreaker } from "../../shared/queues/redis-breaker.js";

/** Messages for which nobody waits, and for which a sweep or a poll makes up. */
export interface BestEffort {
  /** Waits for it when the process stops, and logs its failure. */
  send(message: Promise<unknown>, name: string): void;
  /** Sends a message through Redis. While Redis is away it is not even tried. */
  tell(start: () => Promise<unknown>, name: string): void;
  finish(): Promise<unknown>;
}

export function createBestEffort(watch: RedisBreaker, log: Log): BestEffort {
  const onTheWay = createWaitGroup();
  const send: BestEffort["send"] = (message, name) => {
    onTheWay.add(message.catch((error) => log.warn({ error }, `${name} was lost; a sweep or a poll will recover it`)));
  };
  return {
    send,
    tell(start, name) {
      if (!watch.isTripped()) send(callRedis(watch, start), name);
    },
    finish: onTheWay.wait,
  };
}
