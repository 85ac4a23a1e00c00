import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { areProcessorsIdle, isIdle, waitUntilIdle } from "../../../../shared/concurrency/idle-wait.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** How long it waits. */
async function wait(timeoutMs: number, isIdle: () => boolean): Promise<number> {
  const beganAtMs = performance.now();
  const waited = waitUntilIdle(timeoutMs, isIdle).then(() => performance.now() - beganAtMs);
  await vi.runAllTimersAsync();
  return waited;
}

test.each([0, 1, 80])(
  "on a busy machine it waits for its time-out of %i ms, and for a look at least",
  async (timeoutMs) => {
    expect(await wait(timeoutMs, () => false)).toBe(Math.max(1, timeoutMs));
  },
);

test("it ends as soon as two looks in a row find the machine idle", async () => {
  const looks = [false, true, false, true, true];
  expect(await wait(80, () => looks.shift() ?? false)).toBe(5);
  expect(await wait(80, () => true)).toBe(2);
});

test.each([
  ["1/362", 1, true],
  ["2/362", 1, false],
  ["1/362", 2, true],
  ["2/362", 2, false],
  ["4/1500", 8, true],
  ["5/1500", 8, false],
])("where %s threads run on %i processors: idle %s", (threads, processors, idle) => {
  expect(isIdle(`1.20 0.18 0.12 ${threads} 11206\n`, processors)).toBe(idle);
});

test.each(["", "0.20 0.18", "0.20 0.18 0.12 ", "0.00 0.00 0.00 0/0 0", "0.20 0.18 0.12 x/80 11206"])(
  "words that it does not know are of no idle machine: %j",
  (told) => {
    expect(isIdle(told, 2)).toBe(false);
  },
);

test("this machine tells it, or counts as busy", () => {
  expect(typeof areProcessorsIdle()).toBe("boolean");
});
