import { Writable } from "node:stream";
import { pino } from "pino";
import { expect, test } from "vitest";
import { z } from "zod";
import { createLog } from "../../../shared/logging/log.js";
import { publishSettled, subscribeToSettled } from "../../../shared/queues/announcements.js";
import { defineQueue } from "../../../shared/queues/define-queue.js";
import { openQueue } from "../../../shared/queues/open-queue.js";
import { connectRedis } from "../../../shared/queues/redis.js";
import { serve } from "../../../shared/queues/serve.js";
import { startRedis } from "../../sandbox/servers/embedded-redis.js";
import { waitFor } from "../../sandbox/wait-for.js";

const numbers = defineQueue({ name: "numbers", data: z.object({ number: z.int() }), result: z.object({}) });

test("a worker goes on after jobs that cannot be read, logs little of them, and counts attempts from one", async () => {
  const redis = await startRedis();
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const producer = connectRedis(redis.url, createLog("test", "silent"), "producer");
  const worker = connectRedis(redis.url, createLog("test", "silent"), "worker");
  const queue = openQueue(numbers, producer);
  const idOf = (index: number) => `wrong-${index}-${"z".repeat(100_000)}`;
  const wrong: Record<string, string>[] = [
    { data: "not json" },
    { data: JSON.stringify({ number: "x".repeat(500_000), ["y".repeat(500_000)]: 1 }) },
    { data: '{"number":1}', ats: "-1000000" },
    { data: '{"number":2}', opts: "[" },
    { data: '{"number":3}', opts: '{"repeat":{"pattern":"no cron"},"backoff":{"type":"none"}}', rjk: "x" },
  ];
  await queue.add("first", { number: 0 });
  for (const [index, fields] of wrong.entries()) {
    const id = idOf(index);
    await producer.hset(`talonario:numbers:${id}`, { name: "numbers", timestamp: "1", opts: "{}", ...fields });
    await producer.lpush("talonario:numbers:wait", id);
  }
  await queue.add("last", { number: 9 });

  const served: [number, number][] = [];
  const serving = serve(numbers, {
    connection: worker,
    concurrency: 2,
    log: pino({ level: "warn", serializers: { error: pino.stdSerializers.err } }, sink),
    process: async ({ number }, { attempt }) => {
      served.push([number, attempt]);
      return {};
    },
  });
  const isServed = (wanted: number) => served.some(([number]) => number === wanted);
  await waitFor(() => isServed(0) && isServed(9) && isServed(1), { message: "the good jobs" });
  await queue.add("later", { number: 10 });
  await waitFor(() => isServed(10), { message: "a job that came after" });
  expect(served.every(([, attempt]) => attempt >= 1)).toBe(true);
  // It is told in the log, unless the next job that comes with its ending cannot be read either.
  const hasEnded = async () => (await producer.zscore("talonario:numbers:failed", idOf(1))) !== null;
  await waitFor(hasEnded, { message: "the end of a job that does not match the contract" });
  for (const line of lines) expect(line.length).toBeLessThan(5_000);

  expect(await queue.isUnderWay("nothing")).toBe(false);
  await producer.hset("talonario:numbers:shadow", { data: "not json" });
  expect(await queue.isUnderWay("shadow")).toBe(false);

  await serving.close();
  await queue.close();
  for (const connection of [producer, worker]) connection.disconnect();
  await redis.stop();
});

test("only an id is taken from an announcement", async () => {
  const redis = await startRedis();
  const log = createLog("test", "silent");
  const producer = connectRedis(redis.url, log, "producer");
  const listener = connectRedis(redis.url, log, "listener");
  const heard: number[] = [];
  await subscribeToSettled(listener, (id) => heard.push(id));
  await waitFor(() => producer.status === "ready", { message: "Redis" });
  for (const id of ["NaN", "", "-1", "0", "1e3", "0x10", "__proto__", "9".repeat(50_000), "9".repeat(16), "[1]"])
    await producer.publish("talonario:settled", id);
  // Ids go on far beyond 32 bits after the database lost commits.
  const ids = [42, 2_375_116_918_412, Number.MAX_SAFE_INTEGER];
  for (const id of ids) await publishSettled(producer, id);
  await waitFor(() => heard.length === ids.length, { message: "the announcements" });
  expect(heard).toEqual(ids);
  for (const connection of [producer, listener]) connection.disconnect();
  await redis.stop();
});
