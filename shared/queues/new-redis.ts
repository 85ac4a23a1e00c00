import { Redis, type RedisOptions } from "ioredis";
import { isSentinelUrl, readSentinelUrl } from "../config/redis-url.js";

/** A Sentinel that hangs, or whose host is gone, is passed over after so long. */
const sentinelPatienceMs = 2_000;

/** The shapes of answers decide on the type of a connection: they stay as they are. */
type RedisConnectionOptions = Omit<RedisOptions, "replyMapping">;

/** A connection to the Redis of this URL: to one server, or to the master that Sentinels name whenever it connects. */
export const newRedis = (url: string, options: RedisConnectionOptions): Redis =>
  isSentinelUrl(url) ? new Redis({ ...options, ...sentinelOptions(url) }) : new Redis(url, options);

function sentinelOptions(url: string): RedisConnectionOptions {
  const { tls, ...address } = readSentinelUrl(url);
  return {
    ...address,
    role: "master",
    // The URL names them all. What they tell of each other are addresses that are good among themselves.
    updateSentinels: false,
    connectTimeout: sentinelPatienceMs,
    sentinelCommandTimeout: sentinelPatienceMs,
    ...(tls && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
  };
}
