import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createDutyCycle } from "../../../../shared/concurrency/duty-cycle.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** How long the rest behind a step of so many ms is. */
async function restBehind(workMs: number): Promise<number> {
  const rest = createDutyCycle({ leastWorkMs: 0, restsPerWork: 2, maxRestMs: 500 });
  vi.advanceTimersByTime(workMs);
  const beganAtMs = performance.now();
  const rested = rest().then(() => performance.now() - beganAtMs);
  await vi.advanceTimersByTimeAsync(1_000);
  return rested;
}

test.each([
  [0, 0],
  [10, 20],
  [200, 400],
  [400, 500],
])("behind a step of %i ms it rests for %i ms", async (workMs, restMs) => {
  // A timer of 0 ms takes one.
  expect(Math.abs((await restBehind(workMs)) - restMs)).toBeLessThanOrEqual(1);
});

test("a rest is no work of the next step", async () => {
  const rest = createDutyCycle({ leastWorkMs: 0, restsPerWork: 2, maxRestMs: 500 });
  vi.advanceTimersByTime(100);
  const first = rest();
  await vi.advanceTimersByTimeAsync(200);
  await first;
  vi.advanceTimersByTime(10);
  const beganAtMs = performance.now();
  const second = rest().then(() => performance.now() - beganAtMs);
  await vi.advanceTimersByTimeAsync(500);
  expect(await second).toBe(20);
});

test("short steps are gathered, and rested for together", async () => {
  const rest = createDutyCycle({ leastWorkMs: 25, restsPerWork: 2, maxRestMs: 500 });
  const rests: number[] = [];
  for (let step = 0; step < 4; step += 1) {
    vi.advanceTimersByTime(10);
    const beganAtMs = performance.now();
    const rested = rest().then(() => rests.push(performance.now() - beganAtMs));
    await vi.runAllTimersAsync();
    await rested;
  }
  expect(rests).toEqual([0, 0, 60, 0]);
});
