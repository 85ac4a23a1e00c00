import { expect, test } from "vitest";
import { atMostEvery } from "../../../mailer/at-most-every.js";

test("rows are read once in the time given, and again at once after a failure", async () => {
  let now = 0;
  let reads = 0;
  let isDown = true;
  const read = atMostEvery(
    1_000,
    async () => {
      reads += 1;
      if (isDown) throw new Error("down");
      return [reads];
    },
    () => now,
  );
  await expect(read()).rejects.toThrow("down");
  isDown = false;
  expect(await read()).toEqual([2]);
  now = 999;
  expect(await read()).toEqual([]);
  now = 1_000;
  expect(await read()).toEqual([3]);
});
