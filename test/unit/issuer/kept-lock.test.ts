import { expect, test } from "vitest";
import type { HeldLock } from "../../../issuer/issuing/deps.js";
import { createCachedLock } from "../../../issuer/locks/cached-lock.js";

const key = { companyId: 1, production: false, posNumber: 1, voucherType: 6 };
const name = "c1-test-p1-t6";

/** The lock below with what is told of it, and a clock that a test moves. */
function openLocks() {
  const told: string[] = [];
  const below = { isFree: true, isHeld: true, mustHoldFirst: false, hasPlace: true };
  let nowMs = 0;
  const timers: { atMs: number; run: () => void; isCancelled: boolean }[] = [];
  const lock = createCachedLock({
    lock: {
      mustHoldFirst: () => below.mustHoldFirst,
      async tryAcquire() {
        told.push("tried");
        if (!below.isFree) return undefined;
        below.isFree = false;
        return {
          isHeld: () => below.isHeld,
          async release() {
            told.push("released");
            below.isFree = true;
          },
        };
      },
    },
    ask: () => void told.push("asked"),
    serve() {
      told.push("served");
      return below.hasPlace;
    },
    nowMs: () => nowMs,
    later(ms, run) {
      const timer = { atMs: nowMs + ms, run, isCancelled: false };
      timers.push(timer);
      return () => {
        timer.isCancelled = true;
      };
    },
  });
  const passes = async (ms: number) => {
    nowMs += ms;
    for (const timer of timers.filter(({ atMs, isCancelled }) => !isCancelled && atMs <= nowMs)) {
      timer.isCancelled = true;
      timer.run();
    }
    await new Promise((resolve) => setImmediate(resolve));
  };
  const take = async (): Promise<HeldLock> => {
    const held = await lock.tryAcquire(key);
    if (!held) throw new Error("the lock is taken");
    return held;
  };
  return { lock, told, below, take, passes };
}

test("the next drain of this process needs no trip, and nobody can have found it taken", async () => {
  const { take, told, passes } = openLocks();
  const first = await take();
  await first.release();
  expect(first.wasContended?.()).toBe(false);
  await passes(200);
  const second = await take();
  expect(second.isHeld()).toBe(true);
  await second.release();
  expect(told).toEqual(["tried"]);
});

test("it goes to one drain at a time, which looks again because another found it taken", async () => {
  const { lock, take, told } = openLocks();
  const first = await take();
  expect(await lock.tryAcquire(key)).toBeUndefined();
  await first.release();
  expect(first.wasContended?.()).toBe(true);
  const second = await take();
  await second.release();
  expect(second.wasContended?.()).toBe(false);
  expect(told).toEqual(["tried"]);
});

test("two that come at once: one gets it, and knows of the other", async () => {
  const { lock, told } = openLocks();
  const [first, second] = await Promise.all([lock.tryAcquire(key), lock.tryAcquire(key)]);
  expect(second).toBeUndefined();
  await first?.release();
  expect(first?.wasContended?.()).toBe(true);
  expect(told).toEqual(["tried"]);
});

test("who comes while one that was lost goes is known to the drain that takes it anew", async () => {
  const { lock, take, below, told } = openLocks();
  await (await take()).release();
  below.isHeld = false;
  const both = Promise.all([lock.tryAcquire(key), lock.tryAcquire(key)]);
  below.isHeld = true;
  const [first, second] = await both;
  expect(second).toBeUndefined();
  await first?.release();
  expect(first?.wasContended?.()).toBe(true);
  expect(told).toEqual(["tried", "released", "tried"]);
});

test("a moment after the last drain it goes", async () => {
  const { take, told, passes } = openLocks();
  await (await take()).release();
  await passes(300);
  expect(told).toEqual(["tried", "released"]);
  await take();
  expect(told).toEqual(["tried", "released", "tried"]);
});

test("after five seconds it goes, however busy the sequence is, and its line is looked at once more", async () => {
  const { take, told, passes } = openLocks();
  for (let drains = 0; drains < 6; drains++) {
    const held = await take();
    await passes(900);
    await held.release();
    expect(held.wasContended?.()).toBe(drains === 5);
  }
  expect(told).toEqual(["tried", "released"]);
});

test("whoever finds another process's lock asks for it", async () => {
  const { lock, below, told } = openLocks();
  below.isFree = false;
  expect(await lock.tryAcquire(key)).toBeUndefined();
  expect(told).toEqual(["tried", "asked"]);
  below.isFree = true;
  expect(await lock.tryAcquire(key)).toBeDefined();
});

test("a lock that waits serves who asks, and then goes", async () => {
  const { lock, take, told } = openLocks();
  await (await take()).release();
  lock.asked(name);
  expect(told).toEqual(["tried", "served"]);
  const serving = await take();
  await serving.release();
  expect(serving.wasContended?.()).toBe(true);
  expect(told).toEqual(["tried", "served", "released"]);
});

test("where there is no place to serve, it goes at once; where serving comes to nothing, in its time", async () => {
  const { lock, take, told, below, passes } = openLocks();
  below.hasPlace = false;
  await (await take()).release();
  lock.asked(name);
  await passes(0);
  expect(told).toEqual(["tried", "served", "released"]);
  below.hasPlace = true;
  await passes(10_000);
  await (await take()).release();
  lock.asked(name);
  await passes(300);
  expect(told.slice(3)).toEqual(["tried", "served", "released"]);
});

test("a drain that has it when another process asks lets it go at its end", async () => {
  const { lock, take, told } = openLocks();
  const held = await take();
  lock.asked(name);
  await held.release();
  expect(held.wasContended?.()).toBe(true);
  expect(told).toEqual(["tried", "released"]);
});

test("where issuers meet nothing is kept for ten seconds: the next job may be the other one's", async () => {
  const { lock, take, told, below, passes } = openLocks();
  below.isFree = false;
  await lock.tryAcquire(key);
  below.isFree = true;
  await passes(9_900);
  await (await take()).release();
  expect(told).toEqual(["tried", "asked", "tried", "released"]);
  await passes(100);
  await (await take()).release();
  expect(told.slice(4)).toEqual(["tried"]);
  lock.asked(name);
  await (await take()).release();
  await (await take()).release();
  expect(told.slice(5)).toEqual(["served", "released", "tried", "released"]);
});

test("a message about a lock that is not here changes nothing", async () => {
  const { lock, told } = openLocks();
  lock.asked(name);
  lock.asked("nonsense");
  expect(told).toEqual([]);
});

test("one that was lost, or that Redis may have forgotten, is taken anew", async () => {
  const { take, told, below } = openLocks();
  await (await take()).release();
  below.isHeld = false;
  const taken = take();
  below.isHeld = true;
  await (await taken).release();
  expect(told).toEqual(["tried", "released", "tried"]);
  below.mustHoldFirst = true;
  await (await take()).release();
  expect(told.slice(3)).toEqual(["released", "tried", "released"]);
});

test("a process that stops lets go of what waits, and keeps nothing more", async () => {
  const { lock, take, told } = openLocks();
  await (await take()).release();
  await lock.close();
  await (await take()).release();
  expect(told).toEqual(["tried", "released", "tried", "released"]);
});
