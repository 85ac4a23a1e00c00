import { expect, test } from "vitest";
import { createReading } from "../../../../api/http/reading.js";

const kib = 1_024;

/** Reads pieces of 64 KB for so long, each after it was there for so many milliseconds. */
function readFor(
  ms: number,
  {
    pieceMs,
    keptMs = 0,
    firstMs = keptMs,
    madeMs = 0,
  }: { pieceMs: number; keptMs?: number; firstMs?: number; madeMs?: number },
) {
  let nowMs = 0;
  const reading = createReading({ firstMs, againMs: keptMs }, () => nowMs);
  while (nowMs < ms) {
    nowMs += madeMs;
    reading.offer(64 * kib);
    nowMs += pieceMs;
    reading.take();
  }
  reading.offer(64 * kib);
  return {
    aheadMs: (besideFirst = false) => reading.standing(besideFirst) - nowMs,
    pass: (more: number) => (nowMs += more),
    reading,
  };
}

test("who reads 128 KB a second keeps the place for its time, and after that as long as others do worse", () => {
  const quick = readFor(4_000, { pieceMs: 500, keptMs: 5_000 });
  expect(quick.aheadMs()).toBe(Number.POSITIVE_INFINITY);
  quick.pass(1_001);
  expect(quick.aheadMs()).toBeLessThan(2_000);
  const [slow, slower] = [readFor(20_000, { pieceMs: 2_000 }), readFor(20_000, { pieceMs: 4_000 })];
  const aheadMs = [quick, slow, slower].map((each) => each.aheadMs());
  expect(aheadMs).toEqual(aheadMs.toSorted((a, b) => b - a));
  expect(new Set(aheadMs).size).toBe(3);
});

test("beside who has had nothing of late the time is shorter", () => {
  const quick = readFor(4_000, { pieceMs: 500, keptMs: 20_000, firstMs: 2_000 });
  expect([quick.aheadMs(), quick.aheadMs(true)]).toEqual([Number.POSITIVE_INFINITY, 2_000]);
  expect(readFor(1_500, { pieceMs: 500, keptMs: 20_000, firstMs: 2_000 }).aheadMs(true)).toBe(Number.POSITIVE_INFINITY);
});

test("who reads less gives way within its time too, once two seconds have passed", () => {
  const slow = readFor(1_500, { pieceMs: 1_500, keptMs: 20_000 });
  expect(slow.aheadMs()).toBe(Number.POSITIVE_INFINITY);
  slow.pass(1_600);
  expect(slow.aheadMs()).toBeLessThan(0);
});

test("who read much and then stops does worse than who begins", () => {
  const stopped = readFor(10_000, { pieceMs: 1 });
  stopped.pass(1_000);
  expect(stopped.aheadMs()).toBeLessThan(readFor(0, { pieceMs: 1 }).aheadMs());
});

test("that the next piece takes long to be made is not the reader's fault", () => {
  const { aheadMs, reading } = readFor(60_000, { pieceMs: 100, madeMs: 5_000 });
  expect(aheadMs()).toBeGreaterThan(1_000);
  reading.take();
  expect(reading.standing(true)).toBe(Number.POSITIVE_INFINITY);
});
