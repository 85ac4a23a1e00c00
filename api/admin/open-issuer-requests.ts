import { withTimeout } from "../../shared/concurrency/with-timeout.js";
import { redisUrlForm } from "../../shared/config/redis-url.js";
import type { Database } from "../../shared/db/pool/database.js";
import { createLog } from "../../shared/logging/log.js";
import { issuerRequestQueue } from "../../shared/queues/issuer-requests.js";
import { openQueue } from "../../shared/queues/open-queue.js";
import { connectRedis } from "../../shared/queues/redis.js";
import { type AskAuthority, createAskAuthority } from "../taxauth/ask-authority.js";

const connectWithinMs = 5_000;

/** Connects to Redis, to wake an issuer that asks the tax authority. @throws Error when Redis does not answer */
export async function openIssuerRequests(
  db: Database,
  redisUrl: string | undefined,
): Promise<{ askAuthority: AskAuthority; close: () => Promise<void> }> {
  if (!redisUrl) throw new Error(`REDIS_URL is not set: ${redisUrlForm}`);
  const redis = connectRedis(redisUrl, createLog("admin", "silent"), "producer");
  try {
    await withTimeout(connectWithinMs, new Promise((resolve) => redis.once("ready", resolve)));
  } catch {
    redis.disconnect();
    throw new Error("Redis does not answer at REDIS_URL: without it the tax authority cannot be asked.");
  }
  const questions = openQueue(issuerRequestQueue, redis);
  return {
    askAuthority: createAskAuthority({ of: () => db }, questions),
    async close() {
      await questions.close();
      redis.disconnect();
    },
  };
}
