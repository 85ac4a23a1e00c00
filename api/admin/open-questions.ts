import { createLog } from "../../shared/log.js";
import { openQueue } from "../../shared/queues/open-queue.js";
import { connectRedis } from "../../shared/queues/redis.js";
import { taxauthQueue } from "../../shared/queues/taxauth.js";
import { within } from "../../shared/within.js";
import { type AskAuthority, createAskAuthority } from "../taxauth/ask-authority.js";

const connectWithinMs = 5_000;

/** Connects to Redis, to ask the tax authority through an issuer. @throws Error when Redis does not answer */
export async function openQuestions(
  redisUrl: string | undefined,
): Promise<{ askAuthority: AskAuthority; close: () => Promise<void> }> {
  if (!redisUrl) throw new Error("REDIS_URL is not set: a Redis URL: redis://host:6379");
  const redis = connectRedis(redisUrl, createLog("admin", "silent"), "producer");
  try {
    await within(connectWithinMs, new Promise((resolve) => redis.once("ready", resolve)));
  } catch {
    redis.disconnect();
    throw new Error("Redis does not answer at REDIS_URL: without it the tax authority cannot be asked.");
  }
  const questions = openQueue(taxauthQueue, redis);
  return {
    askAuthority: createAskAuthority(questions),
    async close() {
      await questions.close();
      redis.disconnect();
    },
  };
}
