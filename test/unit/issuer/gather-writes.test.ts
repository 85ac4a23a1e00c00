import pg from "pg";
import { expect, test, vi } from "vitest";
import { createWriteBatcher } from "../../../issuer/store/write-batcher.js";

type Write = (calls: string[]) => Promise<string[]>;
const inCapitals: Write = async (calls) => calls.map((call) => call.toUpperCase());

function start(write: Write = inCapitals) {
  const written: { calls: string[]; patience: string | undefined }[] = [];
  let splits = 0;
  const ask = createWriteBatcher<string, string>({
    write: async (calls, patience) => {
      written.push({ calls, patience });
      return write(calls);
    },
    weigh: (call) => call.length,
    onSplit: () => splits++,
  });
  return { written, ask, calls: () => written.map(({ calls }) => calls), splits: () => splits };
}

/** An error of a server that speaks another language: only its code identifies it. */
const failure = (code: string) =>
  Object.assign(new pg.DatabaseError("clave duplicada", 0, "error"), { code, severity: "FEHLER" });

/** A write that ends when the test calls `finish`. */
function held() {
  const finish: (() => void)[] = [];
  const write: Write = async (calls) => {
    await new Promise<void>((resolve) => finish.push(resolve));
    return inCapitals(calls);
  };
  return { finish, write };
}

test("a single write runs alone and waits for row locks without a limit", async () => {
  const { written, ask } = start();
  expect(await ask("a")).toBe("A");
  expect(written).toEqual([{ calls: ["a"], patience: undefined }]);
});

test("writes of the same turn share one statement, which limits its wait for row locks", async () => {
  const { written, ask } = start();
  expect(await Promise.all([ask("a"), ask("b")])).toEqual(["A", "B"]);
  expect(written).toEqual([{ calls: ["a", "b"], patience: "250ms" }]);
});

test("writes that arrive during a statement share the next one, which starts when that ends", async () => {
  const { finish, write } = held();
  const { ask, calls } = start(write);
  const first = ask("a");
  await expect.poll(() => finish.length).toBe(1);
  const others = [ask("b"), ask("c")];
  await new Promise((resolve) => setImmediate(resolve));
  const last = ask("d");
  expect(calls()).toEqual([["a"]]);
  finish[0]?.();
  await expect.poll(() => finish.length).toBe(2);
  finish[1]?.();
  expect(await Promise.all([first, ...others, last])).toEqual(["A", "B", "C", "D"]);
  expect(calls()).toEqual([["a"], ["b", "c", "d"]]);
});

test("a statement without an answer does not block later writes", async () => {
  const { ask, calls } = start(async (asked) =>
    asked.includes("a") ? new Promise(() => undefined) : inCapitals(asked),
  );
  ask("a");
  await expect.poll(calls).toEqual([["a"]]);
  expect(await ask("b")).toBe("B");
});

test("a statement has a size limit, and a larger write runs alone", async () => {
  const { ask, calls } = start();
  const [half, limit, more] = ["h".repeat(60), "m".repeat(40), "x".repeat(250)];
  await Promise.all([half, limit, half, more, "a"].map(ask));
  expect(calls()).toEqual([[half, limit], [half], [more], ["a"]]);
});

test("after writes that had a statement each, the next does not wait for others", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { ask, calls } = start();
    const [full, another] = ["f".repeat(100), "g".repeat(100)];
    await Promise.all([full, another].map(ask));
    expect(await ask("a")).toBe("A");
    expect(calls()).toEqual([[full], [another], ["a"]]);
  } finally {
    vi.useRealTimers();
  }
});

test("writes beyond the size limit run in parallel statements", async () => {
  const { finish, write } = held();
  const { ask } = start(write);
  const asked = ["h".repeat(60), "i".repeat(60), "j".repeat(60)].map(ask);
  await expect.poll(() => finish.length).toBe(3);
  for (const end of finish) end();
  await Promise.all(asked);
});

test("after the server rejects a shared statement each write runs alone, and only the faulty one fails", async () => {
  const { ask, written, splits } = start(async (calls) => {
    if (calls.includes("bad")) throw failure("23505");
    return inCapitals(calls);
  });
  const results = await Promise.allSettled(["a", "bad", "b"].map(ask));
  expect(results).toMatchObject([{ value: "A" }, { reason: { message: "clave duplicada" } }, { value: "B" }]);
  expect(written.slice(1).map(({ patience }) => patience)).toEqual([undefined, undefined, undefined]);
  expect(splits()).toBe(1);
  expect(await ask("c")).toBe("C");
});

test("a write does not wait for writes that run alone after a rejection", async () => {
  const { ask, calls } = start(async (asked) => {
    if (asked.length > 1) throw failure("55P03");
    return asked[0] === "held" ? new Promise(() => undefined) : inCapitals(asked);
  });
  ask("held");
  expect(await ask("a")).toBe("A");
  expect(await ask("b")).toBe("B");
  expect(calls()).toEqual([["held", "a"], ["held"], ["a"], ["b"]]);
});

for (const [name, error] of [
  ["a broken connection", new Error("Connection terminated unexpectedly")],
  ["a server shutdown", failure("57P01")],
  ["an internal server error", failure("XX000")],
] as const)
  test(`after ${name} the outcome is unknown, and nothing is written twice`, async () => {
    const { ask, calls } = start(async () => {
      throw error;
    });
    const results = await Promise.allSettled(["a", "b"].map(ask));
    expect(results).toMatchObject([{ reason: error }, { reason: error }]);
    expect(calls()).toEqual([["a", "b"]]);
  });
