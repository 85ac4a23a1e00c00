import { Redis } from "ioredis";
import type { Log } from "../log.js";

/**
 * A connection for workers and locks: keeps reconnecting for as long as Redis is away. `producer` connections fail fast
 * instead, so that a request is answered and not held by a queue that cannot be reached.
 */
export function connectRedis(url: string, log: Log, use: "worker" | "producer"): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: use === "worker" ? null : 1,
    enableOfflineQueue: use === "worker",
    connectTimeout: 5_000,
    // Behind a firewall that forgot it a connection neither answers nor ends. A worker's longest blocking command takes ten seconds.
    socketTimeout: use === "worker" ? 20_000 : 5_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  let reported = false;
  redis.on("error", (error) => {
    if (!reported) log.warn({ error: error.message }, "Redis is away; reconnecting");
    reported = true;
  });
  redis.on("ready", () => {
    if (reported) log.info("Redis is back");
    reported = false;
  });
  return redis;
}
