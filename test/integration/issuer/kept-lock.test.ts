import { afterAll, beforeAll, expect, test } from "vitest";
import { createKeptLock } from "../../../issuer/locks/kept-lock.js";
import { createRedisLock } from "../../../issuer/locks/lock.js";
import { createStandInLock } from "../../../issuer/locks/stand-in-lock.js";
import { createLog } from "../../../shared/logging/log.js";
import { sequenceName } from "../../../shared/queues/issuance.js";
import { connectRedis } from "../../../shared/queues/redis.js";
import { watchRedis } from "../../../shared/queues/redis-watch.js";
import { askForSequence, listenForWanted } from "../../../shared/queues/wanted-sequences.js";
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
  const watch = watchRedis(producer, log);
  const served: string[] = [];
  const lock = createKeptLock({
    lock: createStandInLock({
      shared: createRedisLock({ redis: producer, watch, log, isStopping: () => false }),
      lease: { tryTake: async () => "taken" },
      redis: watch,
    }),
    ask: (asked) => void askForSequence(producer, sequenceName(asked)),
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
  await listenForWanted(listener, lock.asked);
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
  await (await one.lock.tryTake(key))?.release();
  expect(await other.lock.tryTake(key)).toBeUndefined();
  await waitFor(() => one.served.length > 0, { message: "the question for the lock" });
  expect(one.served).toEqual([sequenceName(key)]);

  const serving = await one.lock.tryTake(key);
  await serving?.release();
  expect(serving?.wasAsked?.()).toBe(true);
  const taken = await other.lock.tryTake(key);
  expect(taken?.isHeld()).toBe(true);
  await taken?.release();
  await Promise.all([one.close(), other.close()]);
});

test("what an issuer keeps when it stops, the next one gets at once", async () => {
  const [one, other] = await Promise.all([openIssuer(), openIssuer()]);
  await (await one.lock.tryTake(key))?.release();
  await one.close();
  expect(await other.lock.tryTake(key)).toBeDefined();
  await other.close();
});
