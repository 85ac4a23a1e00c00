import { expect, test } from "vitest";
import { createWaitingLine, LineIsFull } from "../../../../../api/app/sign-in/waiting-line.js";

/** A line with one place, in which work runs until it is let go. `ran` has the keys in the order of their turns. */
function open({ maxWaiting = 4, longestMs = 60_000 } = {}) {
  const run = createWaitingLine({ atOnce: 1, maxWaiting, longestMs });
  const ran: string[] = [];
  const ends: (() => void)[] = [];
  const come = (key: string) =>
    run(key, async () => {
      ran.push(key);
      await new Promise<void>((resolve) => ends.push(resolve));
      return "done";
    }).catch((error) => (error instanceof LineIsFull ? "full" : Promise.reject(error)));
  /** Lets the one that runs end, and so many after it. */
  async function end(count = 1) {
    for (let ended = 0; ended < count; ended += 1) {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return { come, end, ran };
}

test("keys come in turn, however many of one key wait", async () => {
  const { come, end, ran } = open();
  const all = ["flood", "flood", "flood", "quiet", "other"].map(come);
  await end(5);
  expect(ran).toEqual(["flood", "flood", "quiet", "other", "flood"]);
  expect(await Promise.all(all)).toEqual(Array(5).fill("done"));
});

test("in a full line whoever has the most gives way, and who has no fewer is refused at once", async () => {
  const { come, end, ran } = open();
  const flood = Array.from({ length: 5 }, () => come("flood"));
  expect(await come("flood")).toBe("full");
  const others = ["quiet", "other", "third"].map(come);
  expect(await Promise.all(flood.slice(2)), "the last of the most").toEqual(["full", "full", "full"]);
  expect(await come("fourth"), "each has one").toBe("full");
  await end(5);
  expect(ran).toEqual(["flood", "flood", "quiet", "other", "third"]);
  expect(await Promise.all([...flood.slice(0, 2), ...others])).toEqual(Array(5).fill("done"));
});

test("nobody waits longer than the line allows, and the place of who gave up is free", async () => {
  const { come, end, ran } = open({ maxWaiting: 1, longestMs: 20 });
  const first = come("first");
  expect(await come("late")).toBe("full");
  const next = come("next");
  await end(2);
  expect([ran, await first, await next]).toEqual([["first", "next"], "done", "done"]);
});

test("work that fails leaves its place", async () => {
  const run = createWaitingLine({ atOnce: 1, maxWaiting: 1, longestMs: 60_000 });
  await expect(run("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await run("a", async () => 1)).toBe(1);
});
