import type { Redis } from "ioredis";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { original } from "../../../shared/domain/pdf-form.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { createLog } from "../../../shared/logging/log.js";
import { countJobs } from "../../../shared/queues/count-jobs.js";
import { defineQueue } from "../../../shared/queues/define-queue.js";
import { type FairQueue, openFairQueue } from "../../../shared/queues/open-fair-queue.js";
import { pdfJobId, pdfQueue } from "../../../shared/queues/pdf.js";
import { connectRedis } from "../../../shared/queues/redis.js";
import { serve } from "../../../shared/queues/serve.js";
import { startRedis } from "../../sandbox/servers/embedded-redis.js";
import { waitFor } from "../../sandbox/wait-for.js";

const names = defineQueue({ name: "names", data: z.object({ name: z.string() }), result: z.object({}) });
const log = createLog("test", "silent");
const large: Tenant = { companyId: 1, production: true };
const largeTest: Tenant = { companyId: 1, production: false };
const small: Tenant = { companyId: 2, production: true };

let server: Awaited<ReturnType<typeof startRedis>>;
let redis: Redis;
let line: FairQueue<{ name: string }>;
beforeAll(async () => {
  server = await startRedis();
  redis = connectRedis(server.url, log, "producer");
  line = openFairQueue(names, redis);
  await waitFor(() => redis.status === "ready", { message: "the connection" });
});
beforeEach(() => redis.flushall());
afterAll(async () => {
  await line.close();
  redis.disconnect();
  await server.stop();
});

const add = (name: string, turn: Tenant & { asked?: boolean }) => line.add(name, { name }, turn);

async function addMany(prefix: string, count: number, turn: Tenant & { asked?: boolean }): Promise<void> {
  for (let number = 1; number <= count; number += 1) await add(`${prefix}${number}`, turn);
}

/** Serves one job after the other until `count` are done, or for each one what `onJob` adds. Gives their order. */
async function serveInOrder(
  count: number,
  onJob: (name: string, done: number) => Promise<void> = async () => undefined,
) {
  const connection = connectRedis(server.url, log, "worker");
  const done: string[] = [];
  const serving = serve(names, {
    connection,
    concurrency: 1,
    log,
    process: async ({ name }) => {
      if (done.length < count) {
        done.push(name);
        await onJob(name, done.length);
      }
      return {};
    },
  });
  await waitFor(() => done.length >= count, { message: `${count} jobs` });
  await serving.close();
  connection.disconnect();
  return done;
}

test("a company with 300 jobs delays another's one, and its own in the other environment, by one each", async () => {
  await addMany("large-", 300, large);
  await add("small", small);
  await add("homologation", largeTest);
  expect((await serveInOrder(4)).sort()).toEqual(["homologation", "large-1", "large-2", "small"]);
});

test("companies take turns however many jobs each has, and a company that comes later begins at the present round", async () => {
  await addMany("large-", 50, large);
  await addMany("small-", 3, small);
  const order = await serveInOrder(26, async (_name, done) => {
    if (done === 20) await addMany("late-", 3, { companyId: 3, production: true });
  });
  expect(order.slice(0, 6)).toEqual(["large-1", "small-1", "large-2", "small-2", "large-3", "small-3"]);
  expect(order.slice(20).filter((name) => name.startsWith("late"))).toEqual(["late-1", "late-2", "late-3"]);
});

test("jobs that are added together take the turns that they would take one by one", async () => {
  const jobOf = (name: string, turn: Tenant) => ({ jobId: name, data: { name }, turn });
  const jobs = [
    ...Array.from({ length: 5 }, (_, index) => jobOf(`large-${index}`, large)),
    jobOf("large-0", large),
    ...Array.from({ length: 3 }, (_, index) => jobOf(`small-${index}`, small)),
  ];
  await add("earlier", largeTest);
  await add("large-0", large);
  const prioritiesNow = async () => redis.zrange("talonario:names:prioritized", "0", "-1", "WITHSCORES");
  await line.addAll(jobs);
  const together = await prioritiesNow();

  await redis.flushall();
  await add("earlier", largeTest);
  await add("large-0", large);
  for (const { jobId, data, turn } of jobs) await line.add(jobId, data, turn);
  expect(together).toEqual(await prioritiesNow());
  expect(together.length / 2).toBe(9);
});

test("a steady trickle of others' jobs does not hold up a company that has many", async () => {
  await addMany("large-", 20, large);
  await add("trickle-0", small);
  const order = await serveInOrder(30, (_name, done) => add(`trickle-${done}`, small));
  expect(order.filter((name) => name.startsWith("large")).length).toBeGreaterThanOrEqual(14);
});

test("a job that somebody waits for goes ahead of its round, but many of them do not stop the others", async () => {
  await addMany("large-", 10, large);
  await add("small", small);
  await addMany("asked-", 10, { ...large, asked: true });
  const order = await serveInOrder(6);
  expect(order[0]).toBe("asked-1");
  expect(order.indexOf("small")).toBeLessThan(4);
});

test("an id that waits already uses up no turn, and one that has ended is added again only if that is wanted", async () => {
  await add("large-1", large);
  for (let time = 0; time < 20; time += 1) await add("large-1", large);
  await addMany("small-", 5, small);
  await add("large-2", large);
  expect((await serveInOrder(7)).indexOf("large-2")).toBeLessThan(4);

  await add("large-1", large);
  expect(await redis.zcard("talonario:names:prioritized")).toBe(0);
  expect(await line.requeue("large-1", { name: "large-1" }, large)).toBe(true);
  expect(await line.requeue("large-1", { name: "large-1" }, large)).toBe(false);
  expect(await serveInOrder(1)).toEqual(["large-1"]);
});

test("after jobs vanished, or the whole of Redis, a company does not stand behind turns that nobody takes", async () => {
  await addMany("large-", 300, large);
  await addMany("small-", 100, small);
  const vanished = Array.from({ length: 298 }, (_, index) => `large-${index + 3}`);
  await redis.zrem("talonario:names:prioritized", ...vanished);
  await add("next", large);
  expect(Number(await redis.zscore("talonario:names:prioritized", "next")) / 2 ** 32).toBeLessThan(2 * 104);

  await redis.flushall();
  await addMany("small-", 3, small);
  await add("next", large);
  expect(await serveInOrder(2)).toEqual(["small-1", "next"]);
});

test("jobs in line count as waiting", async () => {
  const pdfs = openFairQueue(pdfQueue, redis);
  await pdfs.add(pdfJobId(1, original), { voucherId: 1, versions: [1], requestId: "r1" }, large);
  expect((await countJobs(redis)).find(({ name }) => name === "pdf")).toMatchObject({ waiting: 1, active: 0 });
  await pdfs.close();
});
