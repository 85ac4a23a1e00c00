import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { areProcessorsIdle, createDutyCycle, isIdle } from "../../../../shared/concurrency/duty-cycle.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** How long the rest behind a step is. */
async function restBehind(workMs: number, isIdle: () => boolean): Promise<number> {
  const rest = createDutyCycle({ restsPerWork: 2, maxRestMs: 500, isIdle });
  return measure(rest, workMs);
}

async function measure(rest: () => Promise<void>, workMs: number): Promise<number> {
  vi.advanceTimersByTime(workMs);
  const beganAtMs = performance.now();
  const rested = rest().then(() => performance.now() - beganAtMs);
  await vi.runAllTimersAsync();
  return rested;
}

test.each([
  [0, 1],
  [10, 20],
  [200, 400],
  [400, 500],
])("on a busy machine it rests behind a step of %i ms for %i ms", async (workMs, restMs) => {
  expect(await restBehind(workMs, () => false)).toBe(restMs);
});

test("it goes on as soon as two looks in a row find the machine idle", async () => {
  const looks = [false, true, false, true, true];
  expect(await restBehind(200, () => looks.shift() ?? false)).toBe(5);
  expect(await restBehind(200, () => true)).toBe(2);
});

test("a rest is no work of the next step", async () => {
  const rest = createDutyCycle({ restsPerWork: 2, maxRestMs: 500, isIdle: () => false });
  await measure(rest, 100);
  expect(await measure(rest, 10)).toBe(20);
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
