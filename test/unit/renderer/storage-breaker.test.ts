import { expect, test } from "vitest";
import { createStorageBreaker } from "../../../renderer/storage-breaker.js";

function world() {
  const state = { nowMs: 0, isFull: false, written: [] as string[] };
  const storage = createStorageBreaker(
    {
      write: async (key) => {
        if (state.isFull) throw new Error("no space left");
        state.written.push(key);
      },
      read: async () => Buffer.from("kept"),
      open: () => Promise.reject(new Error("nobody opens a file")),
      exists: async () => true,
      remove: async () => undefined,
    },
    () => state.nowMs,
  );
  const write = () => storage.write("1/1/1.pdf", Buffer.from("x")).catch(() => undefined);
  return { state, storage, write };
}

test("a storage that refuses is left alone for a while, each time for twice as long, up to a minute", async () => {
  const { state, storage, write } = world();
  await write();
  expect(storage.isTripped()).toBe(false);
  state.isFull = true;
  const pauses: number[] = [];
  for (let refusal = 0; refusal < 6; refusal++) {
    await write();
    const from = state.nowMs;
    while (storage.isTripped()) state.nowMs += 1_000;
    pauses.push((state.nowMs - from) / 1_000);
  }
  expect(pauses).toEqual([5, 10, 20, 40, 60, 60]);

  state.isFull = false;
  await write();
  expect([storage.isTripped(), state.written.length]).toEqual([false, 2]);
  state.isFull = true;
  await write();
  state.nowMs += 5_000;
  expect(storage.isTripped()).toBe(false);
});

test("prints that were under way together and are refused together count as one refusal, and reading goes on", async () => {
  const { state, storage, write } = world();
  state.isFull = true;
  await Promise.all([write(), write(), write()]);
  expect((await storage.read("1/1/1.pdf")).toString()).toBe("kept");
  state.nowMs += 5_000;
  expect(storage.isTripped()).toBe(false);
});
