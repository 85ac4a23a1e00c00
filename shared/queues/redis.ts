import { Redis } from "ioredis";
import type { Log } from "../log.js";

/**
 * Opens a connection. A `worker` retries its commands until Redis is back. A `producer` fails fast, so that a request gets its
 * answer even if the queue cannot be reached.
 */
export function connectRedis(url: string, log: Log, use: "worker" | "producer"): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: use === "worker" ? null : 1,
    enableOfflineQueue: use === "worker",
    connectTimeout: 5_000,
    // A connection that a firewall dropped silently neither answers nor ends. A worker's longest blocking command takes 10 s.
    socketTimeout: use === "worker" ? 20_000 : 5_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  redis.on("connect", () => writeInTurns(redis));
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

/**
 * What one turn of the event loop sends goes out in one piece. By itself each command is a write of its own, and a busy process has
 * several in a turn. Nothing waits for an answer to what went before.
 */
function writeInTurns({ stream }: Redis): void {
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  stream.write = (...args: unknown[]): boolean => {
    if (stream.writableCorked === 0) {
      stream.cork();
      setImmediate(() => stream.uncork());
    }
    return write(...args);
  };
}
