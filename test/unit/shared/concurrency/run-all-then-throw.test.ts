import { expect, test } from "vitest";
import { runAllThenThrow } from "../../../../shared/concurrency/run-all-then-throw.js";

test("each task is done in its turn, also behind one that failed, and the first failure is told", async () => {
  const done: number[] = [];
  const tasks = [1, 2, 3, 4].map((number) => async () => {
    await Promise.resolve();
    done.push(number);
    if (number % 2 === 0) throw new Error(`${number} failed`);
  });
  await expect(runAllThenThrow(tasks)).rejects.toThrow("2 failed");
  expect(done).toEqual([1, 2, 3, 4]);
  await runAllThenThrow(tasks.slice(0, 1));
});
