import { rmSync } from "node:fs";
import { Redis } from "ioredis";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLog } from "../../../shared/logging/log.js";
import { callNeededRedis, callRedis, RedisUnavailableError } from "../../../shared/queues/call-redis.js";
import { countJobs } from "../../../shared/queues/count-jobs.js";
import { connectRedis } from "../../../shared/queues/redis.js";
import { canWrite, createRedisBreaker } from "../../../shared/queues/redis-breaker.js";
import { type Redis as RedisServer, startRedis } from "../../sandbox/servers/embedded-redis.js";
import { waitFor } from "../../sandbox/wait-for.js";

const log = createLog("test", "silent");
let server: RedisServer;
let redis: Redis;
let operator: Redis;
beforeEach(async () => {
  server = await startRedis();
  redis = connectRedis(server.url, log, "producer");
  operator = new Redis(server.url);
  operator.on("error", () => undefined);
  await waitFor(async () => redis.status === "ready", { message: "the connection" });
});
afterEach(async () => {
  // An end without a save: a server that hangs, or cannot save, would use up the time in which it may end by itself.
  try {
    process.kill(server.pid, "SIGKILL");
  } catch {} // it was killed
  redis.disconnect();
  operator.disconnect();
  await server.stop();
});

const outages = {
  "is killed": async () => void process.kill(server.pid, "SIGKILL"),
  hangs: async () => void process.kill(server.pid, "SIGSTOP"),
  "has no memory left": async () => void (await operator.config("SET", "maxmemory", "1")),
  /** As with a full disk. */
  "cannot save": async () => {
    const [, folder = ""] = (await operator.config("GET", "dir")) as string[];
    await operator.config("SET", "save", "3600 1");
    rmSync(folder, { recursive: true });
    await operator.bgsave();
    await waitFor(async () => /rdb_last_bgsave_status:err/.test(await operator.info("persistence")), {
      message: "the save to fail",
    });
    await expect(operator.set("one", "1")).rejects.toThrow("MISCONF");
  },
};

test.each(Object.entries(outages))("a Redis that %s is away, and nobody waits long for it", async (_, begin) => {
  const watch = createRedisBreaker(redis, log);
  expect([await canWrite(redis), watch.isTripped(), watch.isRecovering()]).toEqual([true, false, false]);
  expect(await countJobs(redis)).toHaveLength(5);

  await begin();
  const beganMs = performance.now();
  expect(await watch.look()).toBe(true);
  expect([watch.isTripped(), watch.isRecovering()]).toEqual([true, true]);
  let tries = 0;
  const add = async () => void tries++;
  await expect(callRedis(watch, add)).rejects.toThrow(RedisUnavailableError);
  expect(tries).toBe(0);
  await expect(countJobs(redis)).rejects.toThrow("takes no writes");
  expect(performance.now() - beganMs).toBeLessThan(5_000);
  watch.stop();
});

test("after one that failed nobody tries, until a look shows that Redis takes writes again", async () => {
  const watch = createRedisBreaker(redis, log);
  await expect(callRedis(watch, () => Promise.reject(new Error("broken")))).rejects.toThrow(RedisUnavailableError);
  expect(watch.isTripped()).toBe(true);
  await waitFor(async () => !watch.isTripped(), { message: "the next look" });
  expect(watch.isRecovering()).toBe(true);
  expect(await callRedis(watch, async () => 7)).toBe(7);
  watch.stop();
});

test("what cannot be done without Redis waits for one that is slow, and looks again at one that was away", async () => {
  const watch = createRedisBreaker(redis, log);
  const slow = () => new Promise((resolve) => setTimeout(() => resolve("done"), 700));
  await expect(callRedis(watch, slow)).rejects.toThrow(RedisUnavailableError);
  expect(watch.isTripped()).toBe(true);
  expect(await callNeededRedis(watch, slow)).toBe("done");

  process.kill(server.pid, "SIGKILL");
  await waitFor(() => redis.status !== "ready", { message: "the connection to break" });
  const beganMs = performance.now();
  await expect(callNeededRedis(watch, () => redis.set("one", "1"))).rejects.toThrow(RedisUnavailableError);
  expect(performance.now() - beganMs).toBeLessThan(4_000);
  watch.stop();
});

test("what hangs counts as away after its time", async () => {
  const watch = createRedisBreaker(redis, log);
  await expect(callRedis(watch, () => new Promise(() => undefined), 50)).rejects.toThrow(RedisUnavailableError);
  expect(watch.isTripped()).toBe(true);
  watch.stop();
});
