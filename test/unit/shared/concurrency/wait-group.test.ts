import { expect, test } from "vitest";
import { createWaitGroup } from "../../../../shared/concurrency/wait-group.js";
import { settle } from "./virtual-time.js";

test("whoever waits waits for all work, what came meanwhile and what failed included", async () => {
  const group = createWaitGroup();
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((end) => void ends.push(end));
  group.add(work());
  const failing = group.add(work().then(() => Promise.reject(new Error("failed"))));
  let isOver = false;
  group.wait().then(() => {
    isOver = true;
  });
  ends[0]?.();
  await settle();
  group.add(work());
  ends[1]?.();
  await expect(failing).rejects.toThrow("failed");
  await settle();
  expect([group.size(), isOver]).toEqual([1, false]);
  ends[2]?.();
  await settle();
  expect([group.size(), isOver]).toEqual([0, true]);
  await group.wait();
});
