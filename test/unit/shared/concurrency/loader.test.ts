import { expect, test } from "vitest";
import { createLoader } from "../../../../shared/concurrency/loader.js";

function start(readAll = async (keys: number[]) => new Map(keys.map((key) => [key, key * 10]))) {
  const reads: number[][] = [];
  const find = createLoader(async (keys: number[]) => {
    reads.push(keys);
    return readAll(keys);
  });
  return { reads, find };
}

test("finds of the same turn share one read that names each key once", async () => {
  const { reads, find } = start();
  expect(await Promise.all([find(1), find(2), find(1)])).toEqual([10, 20, 10]);
  expect(await find(1)).toBe(10);
  expect(reads).toEqual([[1, 2], [1]]);
});

test("finds that arrive during a read share the next one, which starts when that ends", async () => {
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

test("a read without an answer does not block later ones", async () => {
  const { reads, find } = start(async (keys) => {
    if (keys.includes(1)) await new Promise(() => undefined);
    return new Map(keys.map((key) => [key, key]));
  });
  find(1);
  await expect.poll(() => reads.length).toBe(1);
  expect(await find(2)).toBe(2);
});

test("an unknown key is undefined, and a failed read fails every find that shared it but no later one", async () => {
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
