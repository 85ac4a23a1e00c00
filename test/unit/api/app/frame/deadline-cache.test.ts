import { expect, test, vi } from "vitest";
import { createDeadlineCache } from "../../../../../api/app/frame/deadline-cache.js";

/** Reads until `done` is called, and counts how often it was asked. */
function slowRead() {
  let resolve: (value: string) => void = () => undefined;
  const value = new Promise<string>((settle) => {
    resolve = settle;
  });
  const self = {
    asked: 0,
    done: (result = "read") => resolve(result),
    read() {
      self.asked += 1;
      return value;
    },
  };
  return self;
}

test("a page does not wait for what takes long, and the next one has it", async () => {
  const slow = slowRead();
  const cache = createDeadlineCache<string>(() => 7, { timeoutMs: 1 });
  expect(await cache.readInTime("a", slow.read)).toBeUndefined();
  const waiting = cache.get("a", slow.read);
  slow.done();
  expect(await waiting).toEqual({ value: "read", atMs: 7 });
  expect(await cache.readInTime("a", slow.read)).toEqual({ value: "read", atMs: 7 });
  expect(slow.asked).toBe(1);
});

test("what a page went without is kept, however short that was by the clock", async () => {
  // Now and then a timer ends before its time. By a clock that stands still each of them does.
  const clock = vi.spyOn(performance, "now").mockReturnValue(1_000);
  const slow = slowRead();
  const cache = createDeadlineCache<string>(() => 7, { timeoutMs: 1 });
  expect(await cache.readInTime("a", slow.read)).toBeUndefined();
  slow.done();
  for (let time = 0; time < 2; time++) expect((await cache.get("a", slow.read)).value).toBe("read");
  expect(slow.asked).toBe(1);
  clock.mockRestore();
});

test("what took long is kept under its own name", async () => {
  const cache = createDeadlineCache<string>(() => 7, { timeoutMs: 1 });
  const [a, b] = [slowRead(), slowRead()];
  for (const [name, slow] of [
    ["a", a],
    ["b", b],
  ] as const)
    expect(await cache.readInTime(name, slow.read)).toBeUndefined();
  a.done("of a");
  b.done("of b");
  for (const name of ["a", "b", "a"])
    expect((await cache.get(name, name === "a" ? a.read : b.read)).value).toBe(`of ${name}`);
  expect([a.asked, b.asked]).toEqual([1, 1]);
});

test("what is read at once is read each time, so that a change shows", async () => {
  let times = 0;
  const cache = createDeadlineCache<number>(() => 7, { timeoutMs: 60_000 });
  for (const expected of [1, 2]) expect((await cache.readInTime("a", async () => ++times))?.value).toBe(expected);
});

test("a failure is told to who waits for it, and is not kept", async () => {
  const cache = createDeadlineCache<string>(() => 7, { timeoutMs: 60_000 });
  const failing = async () => {
    throw new Error("the database is away");
  };
  await expect(cache.readInTime("a", failing)).rejects.toThrow("away");
  expect(await cache.get("a", async () => "read")).toEqual({ value: "read", atMs: 7 });
});
