import { beforeEach, expect, test } from "vitest";
import { createReadThroughCache, type ReadThroughCache } from "../../../../api/authentication/read-through-cache.js";

let nowMs: number;
let reads: number;
let allowed: boolean;
let cache: ReadThroughCache<{ allowed: boolean }>;
const read = async () => {
  reads += 1;
  return { allowed };
};
const recall = () => cache.recall("name", read);
const readings = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  [nowMs, reads, allowed] = [1_000, 0, true];
  cache = createReadThroughCache((value) => value.allowed, { keptMs: 500, nowMs: () => nowMs });
});

test("only the first request waits for a read, later ones refresh in the background, and no value is older than half a second", async () => {
  expect(recall()).toBeUndefined();
  await cache.read("name", read);
  for (let asked = 0; asked < 50; asked++) {
    nowMs += 40;
    expect(recall()).toEqual({ allowed: true });
    await readings();
  }
  expect(reads).toBe(1 + Math.floor((50 * 40) / 360));
});

test("many simultaneous requests start one refresh", async () => {
  await cache.read("name", read);
  nowMs += 400;
  for (let asked = 0; asked < 10; asked++) expect(recall()).toBeDefined();
  await readings();
  expect(reads).toBe(2);
});

test("a refresh that finds the value no longer allowed removes it", async () => {
  await cache.read("name", read);
  allowed = false;
  nowMs += 400;
  expect(recall(), "still cached until the refresh ends").toEqual({ allowed: true });
  await readings();
  expect(recall()).toBeUndefined();
});

test("a value whose refresh fails stays until it expires", async () => {
  await cache.read("name", read);
  nowMs += 400;
  expect(cache.recall("name", () => Promise.reject(new Error("away")))).toBeDefined();
  await readings();
  nowMs += 99;
  expect(recall()).toBeDefined();
  nowMs += 1;
  expect(recall()).toBeUndefined();
});

test("a refresh that started before the cache was cleared stores nothing", async () => {
  await cache.read("name", read);
  nowMs += 400;
  recall();
  cache.clear();
  await readings();
  expect(recall()).toBeUndefined();
});

test("many callers at once share one read", async () => {
  const found = await Promise.all(Array.from({ length: 10 }, () => cache.get("name", read)));
  expect([reads, new Set(found).size]).toEqual([1, 1]);
  expect(await cache.get("name", read)).toBe(found[0]);
  expect(reads).toBe(1);
});

test("who asks while a refusal is being read is told no refusal that is older than the question", async () => {
  allowed = false;
  const first = cache.get("name", read);
  allowed = true;
  const others = [cache.get("name", read), cache.get("name", read)];
  expect((await first).allowed).toBe(false);
  expect((await Promise.all(others)).map((value) => value.allowed)).toEqual([true, true]);
  expect(reads, "the others share a read of their own").toBe(2);
});

test("who asks after the cache was cleared shares no earlier read", async () => {
  const before = cache.get("name", read);
  cache.clear();
  expect(await cache.get("name", read)).not.toBe(await before);
  expect(reads).toBe(2);
});

test("a read that fails is tried again for the next caller", async () => {
  const away = () => Promise.reject(new Error("away"));
  const asked = [cache.get("name", away), cache.get("name", away)];
  for (const one of asked) await expect(one).rejects.toThrow("away");
  expect(await cache.get("name", read)).toEqual({ allowed: true });
});
