import { afterAll, beforeAll, expect, test } from "vitest";
import { createCachedLock } from "../../../issuer/locks/cached-lock.js";
import { createFallbackLock } from "../../../issuer/locks/fallback-lock.js";
import { createRedisLock } from "../../../issuer/locks/lock.js";
import { createLog } from "../../../shared/logging/log.js";
import { sequenceName } from "../../../shared/queues/issuance.js";
import { publishRecall, subscribeToRecalls } from "../../../shared/queues/lock-recall.js";
import { connectRedis } from "../../../shared/queues/redis.js";
import { createRedisBreaker } from "../../../shared/queues/redis-breaker.js";
import { type Redis, startRedis } from "../../sandbox/servers/embedded-redis.js";
import { waitFor } from "../../sandbox/wait-for.js";

const log = createLog("test", "silent");
const key = { companyId: 1, production: false, posNumber: 1, voucherType: 6 };
let redis: Redis;

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

/** The locks of one issuer, with what it was asked to serve. */
async function openIssuer() {
  const producer = connectRedis(redis.url, log, "producer");
  const listener = connectRedis(redis.url, log, "listener");
  await waitFor(() => producer.status === "ready", { message: "Redis" });
  const watch = createRedisBreaker(producer, log);
  const served: string[] = [];
  const lock = createCachedLock({
    lock: createFallbackLock({
      shared: createRedisLock({ redis: producer, watch, log, isStopping: () => false }),
      lease: { tryAcquire: async () => "taken" },
      redis: watch,
    }),
    ask: (asked) => void publishRecall(producer, sequenceName(asked)),
    serve(asked) {
      served.push(sequenceName(asked));
      return true;
    },
    nowMs: () => performance.now(),
    later(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
  await subscribeToRecalls(listener, lock.asked);
  return {
    lock,
    served,
    async close() {
      await lock.close();
      watch.stop();
      for (const connection of [producer, listener]) connection.disconnect();
    },
  };
}

test("an issuer that finds a kept lock has it served, and gets the lock behind that", async () => {
  const [one, other] = await Promise.all([openIssuer(), openIssuer()]);
  await (await one.lock.tryAcquire(key))?.release();
  expect(await other.lock.tryAcquire(key)).toBeUndefined();
  await waitFor(() => one.served.length > 0, { message: "the question for the lock" });
  expect(one.served).toEqual([sequenceName(key)]);

  const serving = await one.lock.tryAcquire(key);
  await serving?.release();
  expect(serving?.wasContended?.()).toBe(true);
  const taken = await other.lock.tryAcquire(key);
  expect(taken?.isHeld()).toBe(true);
  await taken?.release();
  await Promise.all([one.close(), other.close()]);
});

test("what an issuer keeps when it stops, the next one gets at once", async () => {
  const [one, other] = await Promise.all([openIssuer(), openIssuer()]);
  await (await one.lock.tryAcquire(key))?.release();
  await one.close();
  expect(await other.lock.tryAcquire(key)).toBeDefined();
  await other.close();
});
