import type { Redis } from "ioredis";
import { closing, type OnClose } from "../lifecycle/shutdown.js";
import type { Log } from "../logging/log.js";
import { connectRedis } from "./redis.js";
import { createRedisBreaker, type RedisBreaker } from "./redis-breaker.js";

/** A process's connections to Redis, and what it knows of it. `worker` is for the queues that it serves. */
export function openRedis(
  url: string,
  log: Log,
  onClose: OnClose,
): { worker: Redis; producer: Redis; watch: RedisBreaker } {
  const worker = connectRedis(url, log, "worker");
  onClose("redis worker", () => worker.disconnect());
  const producer = connectRedis(url, log, "producer");
  onClose("redis producer", () => producer.disconnect());
  const watch = closing(onClose, "redis watch", createRedisBreaker(producer, log));
  return { worker, producer, watch };
}
