import { expect, test } from "vitest";
import { mapLimited } from "../../../../shared/concurrency/map-limited.js";

test("at most the given number of tasks run at once, and the results keep their order", async () => {
  let running = 0;
  let most = 0;
  const results = await mapLimited(3, [5, 4, 3, 2, 1, 0], async (turns) => {
    running++;
    most = Math.max(most, running);
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    running--;
    return turns * 10;
  });
  expect(results).toEqual([50, 40, 30, 20, 10, 0]);
  expect(most).toBe(3);
});

test("after a failure no further task starts", async () => {
  const begun: number[] = [];
  const task = async (item: number) => {
    begun.push(item);
    if (item === 2) throw new Error("second");
  };
  await expect(mapLimited(1, [1, 2, 3, 4], task)).rejects.toThrow("second");
  expect(begun).toEqual([1, 2]);
});
