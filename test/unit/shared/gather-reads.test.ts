import { expect, test } from "vitest";
import { gatherReads } from "../../../shared/gather-reads.js";

function start(readAll = async (keys: number[]) => new Map(keys.map((key) => [key, key * 10]))) {
  const reads: number[][] = [];
  const find = gatherReads(async (keys: number[]) => {
    reads.push(keys);
    return readAll(keys);
  });
  return { reads, find };
}

test("whoever asks in the same turn is read for at once, each key once", async () => {
  const { reads, find } = start();
  expect(await Promise.all([find(1), find(2), find(1)])).toEqual([10, 20, 10]);
  expect(await find(1)).toBe(10);
  expect(reads).toEqual([[1, 2], [1]]);
});

test("whoever asks while a read is under way goes with the next, which begins when it ends", async () => {
  const finish: (() => void)[] = [];
  const { reads, find } = start(async (keys) => {
    const at = reads.length;
    await new Promise<void>((resolve) => finish.push(resolve));
    return new Map(keys.map((key) => [key, at]));
  });
  const first = find(1);
  await expect.poll(() => finish.length).toBe(1);
  const others = [find(1), find(2)];
  await new Promise((resolve) => setImmediate(resolve));
  const another = find(3);
  expect(reads).toEqual([[1]]);

  finish[0]?.();
  await expect.poll(() => finish.length).toBe(2);
  finish[1]?.();
  expect(await Promise.all([first, ...others, another])).toEqual([1, 2, 2, 2]);
  expect(reads).toEqual([[1], [1, 2, 3]]);
});

test("a read that is never answered holds nobody else up", async () => {
  const { reads, find } = start(async (keys) => {
    if (keys.includes(1)) await new Promise(() => undefined);
    return new Map(keys.map((key) => [key, key]));
  });
  find(1);
  await expect.poll(() => reads.length).toBe(1);
  expect(await find(2)).toBe(2);
});

test("what is not there is undefined, and a failure is everybody's who asked and nobody's after", async () => {
  let broken = true;
  const { find } = start(async () => {
    if (broken) throw new Error("the database is away");
    return new Map();
  });
  const asked = await Promise.allSettled([find(1), find(2)]);
  expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  broken = false;
  expect(await find(1)).toBeUndefined();
});
