import { beforeEach, expect, test } from "vitest";
import { type BriefCache, createBriefCache } from "../../../api/brief-cache.js";

let nowMs: number;
let reads: number;
let allowed: boolean;
let cache: BriefCache<{ allowed: boolean }>;
const read = async () => {
  reads += 1;
  return { allowed };
};
const recall = () => cache.recall("name", read);
const readings = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  [nowMs, reads, allowed] = [1_000, 0, true];
  cache = createBriefCache((value) => value.allowed, { keptMs: 500, nowMs: () => nowMs });
});

test("what is asked for again and again is read in front of the first alone, and never more than half a second old", async () => {
  expect(recall()).toBeUndefined();
  await cache.read("name", read);
  for (let asked = 0; asked < 50; asked++) {
    nowMs += 40;
    expect(recall()).toEqual({ allowed: true });
    await readings();
  }
  expect(reads).toBe(1 + Math.floor((50 * 40) / 360));
});

test("of many who ask at once one has it read anew", async () => {
  await cache.read("name", read);
  nowMs += 400;
  for (let asked = 0; asked < 10; asked++) expect(recall()).toBeDefined();
  await readings();
  expect(reads).toBe(2);
});

test("what is no longer allowed when it is read anew is forgotten", async () => {
  await cache.read("name", read);
  allowed = false;
  nowMs += 400;
  expect(recall(), "known for a moment").toEqual({ allowed: true });
  await readings();
  expect(recall()).toBeUndefined();
});

test("what cannot be read anew is known until its time is over", async () => {
  await cache.read("name", read);
  nowMs += 400;
  expect(cache.recall("name", () => Promise.reject(new Error("away")))).toBeDefined();
  await readings();
  nowMs += 99;
  expect(recall()).toBeDefined();
  nowMs += 1;
  expect(recall()).toBeUndefined();
});

test("what is read anew counts from when it was asked for, and not at all when something was forgotten meanwhile", async () => {
  await cache.read("name", read);
  nowMs += 400;
  recall();
  cache.clear();
  await readings();
  expect(recall()).toBeUndefined();
});
