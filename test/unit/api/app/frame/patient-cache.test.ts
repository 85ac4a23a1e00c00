import { expect, test } from "vitest";
import { createPatientCache } from "../../../../../api/app/frame/patient-cache.js";

/** Reads until `done` is called, and counts how often it was asked. */
function slowRead() {
  let done: () => void = () => undefined;
  const value = new Promise<string>((resolve) => {
    done = () => resolve("read");
  });
  const self = {
    asked: 0,
    done: () => done(),
    read() {
      self.asked += 1;
      return value;
    },
  };
  return self;
}

test("a page does not wait for what takes long, and the next one has it", async () => {
  const slow = slowRead();
  const cache = createPatientCache<string>(() => 7, { patienceMs: 1 });
  expect(await cache.soon("a", slow.read)).toBeUndefined();
  const waiting = cache.get("a", slow.read);
  slow.done();
  expect(await waiting).toEqual({ value: "read", atMs: 7 });
  expect(await cache.soon("a", slow.read)).toEqual({ value: "read", atMs: 7 });
  expect(slow.asked).toBe(1);
});

test("what took long is kept under its own name", async () => {
  // Whatever takes any time at all is kept.
  const cache = createPatientCache<string>(() => 7, { patienceMs: 0 });
  const asked: string[] = [];
  for (const name of ["a", "a", "b", "a"])
    await cache.get(name, async () => {
      asked.push(name);
      return name;
    });
  expect(asked).toEqual(["a", "b"]);
});

test("what is read at once is read each time, so that a change shows", async () => {
  let times = 0;
  const cache = createPatientCache<number>(() => 7, { patienceMs: 60_000 });
  for (const expected of [1, 2]) expect((await cache.soon("a", async () => ++times))?.value).toBe(expected);
});

test("a failure is told to who waits for it, and is not kept", async () => {
  const cache = createPatientCache<string>(() => 7, { patienceMs: 60_000 });
  const failing = async () => {
    throw new Error("the database is away");
  };
  await expect(cache.soon("a", failing)).rejects.toThrow("away");
  expect(await cache.get("a", async () => "read")).toEqual({ value: "read", atMs: 7 });
});
