import type { Redis } from "ioredis";
import { newRedis } from "../../../shared/queues/new-redis.js";
import { type CheckResult, failed, passed, reasonOf } from "./check.js";

export const startRedis = "Start Redis or Valkey, or set REDIS_URL to where it answers.";

/** Whether Redis answers, is recent enough, takes writes, and never evicts a job when its memory is full. */
export async function checkRedis(url: string): Promise<CheckResult[]> {
  const redis = newRedis(url, {
    lazyConnect: true,
    connectTimeout: 5_000,
    commandTimeout: 5_000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    sentinelRetryStrategy: () => null,
  });
  let reason: unknown;
  redis.on("error", (error) => {
    reason ??= error;
  });
  try {
    await redis.connect();
    const info = await redis.info();
    const read = (field: string) => new RegExp(`^${field}:(.*?)\\r?$`, "m").exec(info)?.[1];
    const writes = await checkWrites(redis);
    return [writes ?? checkVersion(read("redis_version") ?? ""), checkPolicy(read("maxmemory_policy"))];
  } catch (error) {
    return [failed("redis", reasonOf(reason ?? error), startRedis)];
  } finally {
    redis.disconnect();
  }
}

function checkVersion(version: string): CheckResult {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isRecent = major > 6 || (major === 6 && minor >= 2);
  return isRecent
    ? passed("redis", `version ${version}`)
    : failed("redis", `version ${version}`, "Redis 6.2 or later, or Valkey, is needed.");
}

/** Write probe of Redis: a full disk or a full memory shows only then. Undefined when it takes writes. */
async function checkWrites(redis: Redis): Promise<CheckResult | undefined> {
  try {
    await redis.set("talonario:probe", "1", "PX", 1_000);
    return undefined;
  } catch (error) {
    return failed("redis", `it takes no writes: ${reasonOf(error)}`, "Make room on its disk, or in its memory.");
  }
}

function checkPolicy(policy: string | undefined): CheckResult {
  if (policy === "noeviction") return passed("redis memory", policy);
  return failed(
    "redis memory",
    `maxmemory-policy is ${policy ?? "unknown"}: jobs and locks may be evicted`,
    "Set maxmemory-policy noeviction in Redis's configuration.",
  );
}
