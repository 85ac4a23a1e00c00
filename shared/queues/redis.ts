import type { Redis } from "ioredis";
import type { Log } from "../logging/log.js";
import { newRedis } from "./new-redis.js";

/** The server is the master no longer, or has lost the replicas without which it takes no writes. */
const noMaster = /\b(READONLY|NOREPLICAS)\b/;

const settingsOf = {
  // A worker's longest blocking command takes 10 s.
  worker: { maxRetriesPerRequest: null, enableOfflineQueue: true, socketTimeout: 20_000 },
  listener: { maxRetriesPerRequest: null, enableOfflineQueue: true, socketTimeout: 5_000 },
  producer: { maxRetriesPerRequest: 1, enableOfflineQueue: false, socketTimeout: 5_000 },
};

/**
 * Opens a connection. A `worker` retries its commands until Redis is back, and so does a `listener`, on which messages come. A
 * `producer` fails fast, so that a request gets its answer even if the queue cannot be reached. Whoever finds a server that is the
 * master no longer connects anew, and all but a producer send the command again there.
 */
export function connectRedis(url: string, log: Log, use: keyof typeof settingsOf): Redis {
  const redis = newRedis(url, {
    // The socket's time is for a connection that a firewall dropped silently: it neither answers nor ends.
    ...settingsOf[use],
    connectTimeout: 5_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
    reconnectOnError: ({ message }) => noMaster.test(message) && (use === "producer" ? 1 : 2),
  });
  if (use === "listener") askForLife(redis);
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

const askEveryMs = 2_000;

/**
 * Sends keepalive pings: whoever only listens would never find that its server hangs or is gone, while messages go through another master.
 * The socket's time ends what gives no answer.
 */
function askForLife(redis: Redis): void {
  let asking: NodeJS.Timeout | undefined;
  redis.on("ready", () => {
    clearInterval(asking);
    asking = setInterval(() => redis.ping().catch(() => undefined), askEveryMs).unref();
  });
  redis.on("close", () => clearInterval(asking));
}

/**
 * Pipelines what one turn of the event loop sends. By itself each command is a write of its own, and a busy process has several in a turn.
 * Nothing waits for an answer to what went before.
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
