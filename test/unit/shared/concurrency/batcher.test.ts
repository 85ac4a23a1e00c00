import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBatcher } from "../../../../shared/concurrency/batcher.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const turns = async (count = 5) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

function start() {
  const batches: number[][] = [];
  const ask = createBatcher<number, number>(async (asked) => {
    batches.push(asked.map(({ call }) => call));
    for (const { call, resolve } of asked) resolve(call);
    return asked.length;
  });
  return { batches, ask };
}

test("after a call that was alone there is no pause", async () => {
  const { batches, ask } = start();
  for (const call of [1, 2, 3]) expect(await ask(call)).toBe(call);
  expect(batches).toEqual([[1], [2], [3]]);
});

for (const { calls, pauseMs } of [
  { calls: 2, pauseMs: 2 },
  { calls: 9, pauseMs: 9 },
  { calls: 40, pauseMs: 10 },
])
  test(`after a batch of ${calls} calls the next one gathers for ${pauseMs} ms`, async () => {
    const { batches, ask } = start();
    await Promise.all(Array.from({ length: calls }, (_, call) => ask(call)));
    await turns();
    const [first, second] = [ask(100), turns().then(() => ask(101))];
    vi.advanceTimersByTime(pauseMs - 1);
    await turns(10);
    expect(batches).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(await Promise.all([first, second])).toEqual([100, 101]);
    expect(batches.slice(1)).toEqual([[100, 101]]);
  });

test("a pause in which nobody calls ends, and the next call is alone again", async () => {
  const { batches, ask } = start();
  await Promise.all([ask(1), ask(2)]);
  await turns();
  vi.advanceTimersByTime(2);
  await turns();
  expect(await ask(3)).toBe(3);
  expect(batches).toEqual([[1, 2], [3]]);
});
