import { expect, test } from "vitest";
import { createLog } from "../../../../shared/logging/log.js";
import { createLocalExecutor } from "../../../../shared/queues/run-locally.js";

const log = createLog("test", "silent");

/** A runner whose work ends when it is told to. */
function openRunner(most: number) {
  const ends = new Map<string, () => void>();
  const begun: string[] = [];
  const runner = createLocalExecutor<number>("test", {
    most,
    log,
    work: (id) => {
      begun.push(id);
      return new Promise<void>((resolve) => ends.set(id, resolve));
    },
  });
  const end = async (id: string) => {
    ends.get(id)?.();
    await new Promise(setImmediate);
  };
  return { runner, begun, end };
}

test("a job runs once at a time, and no more run than there are places", async () => {
  const { runner, begun, end } = openRunner(2);
  expect(["a", "a", "b", "c"].map((id) => runner.run(id, 1))).toEqual([true, true, true, false]);
  await end("a");
  expect(runner.run("a", 1)).toBe(true);
  expect(begun).toEqual(["a", "b", "a"]);
});

test("a failure frees its place, and nothing begins once it is stopped", async () => {
  const runner = createLocalExecutor<number>("test", { most: 1, log, work: () => Promise.reject(new Error("broken")) });
  expect(runner.run("a", 1)).toBe(true);
  await new Promise(setImmediate);
  expect(runner.run("b", 1)).toBe(true);
  runner.stop();
  await new Promise(setImmediate);
  expect(runner.run("c", 1)).toBe(false);
});
