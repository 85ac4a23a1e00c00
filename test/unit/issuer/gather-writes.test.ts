import pg from "pg";
import { expect, test } from "vitest";
import { gatherWrites } from "../../../issuer/store/gather-writes.js";

type Write = (calls: string[]) => Promise<string[]>;
const inCapitals: Write = async (calls) => calls.map((call) => call.toUpperCase());

function start(write: Write = inCapitals) {
  const written: { calls: string[]; patience: string | undefined }[] = [];
  let splits = 0;
  const ask = gatherWrites<string, string>({
    write: async (calls, patience) => {
      written.push({ calls, patience });
      return write(calls);
    },
    weigh: (call) => call.length,
    onSplit: () => splits++,
  });
  return { written, ask, calls: () => written.map(({ calls }) => calls), splits: () => splits };
}

/** In the words of a server that speaks another language: only its code says what it is. */
const failure = (code: string) =>
  Object.assign(new pg.DatabaseError("clave duplicada", 0, "error"), { code, severity: "FEHLER" });

/** A write that ends when it is told to. */
function held() {
  const finish: (() => void)[] = [];
  const write: Write = async (calls) => {
    await new Promise<void>((resolve) => finish.push(resolve));
    return inCapitals(calls);
  };
  return { finish, write };
}

test("whoever asks alone goes alone, and waits for rows as long as it takes", async () => {
  const { written, ask } = start();
  expect(await ask("a")).toBe("A");
  expect(written).toEqual([{ calls: ["a"], patience: undefined }]);
});

test("whoever asks in the same turn goes in one statement, which waits for no row for long", async () => {
  const { written, ask } = start();
  expect(await Promise.all([ask("a"), ask("b")])).toEqual(["A", "B"]);
  expect(written).toEqual([{ calls: ["a", "b"], patience: "250ms" }]);
});

test("whoever asks while one is under way goes with the next, which begins when it ends", async () => {
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

test("one that is never answered holds nobody else up", async () => {
  const { ask, calls } = start(async (asked) =>
    asked.includes("a") ? new Promise(() => undefined) : inCapitals(asked),
  );
  ask("a");
  await expect.poll(calls).toEqual([["a"]]);
  expect(await ask("b")).toBe("B");
});

test("a statement takes no more than so much; what is heavier goes alone", async () => {
  const { ask, calls } = start();
  const [half, limit, more] = ["h".repeat(60), "m".repeat(40), "x".repeat(250)];
  await Promise.all([half, limit, half, more, "a"].map(ask));
  expect(calls()).toEqual([[half, limit], [half], [more], ["a"]]);
});

test("what one statement has no room for does not wait for it", async () => {
  const { finish, write } = held();
  const { ask } = start(write);
  const asked = ["h".repeat(60), "i".repeat(60), "j".repeat(60)].map(ask);
  await expect.poll(() => finish.length).toBe(3);
  for (const end of finish) end();
  await Promise.all(asked);
});

test("what the server refused of several is asked for again, each alone: the failure is that one's whose it is", async () => {
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

test("whoever asks while those go alone waits for none of them", async () => {
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
  ["a connection that broke", new Error("Connection terminated unexpectedly")],
  ["a server that stops", failure("57P01")],
  ["a server that broke", failure("XX000")],
] as const)
  test(`${name} leaves it unknown what was done: nothing is written a second time`, async () => {
    const { ask, calls } = start(async () => {
      throw error;
    });
    const results = await Promise.allSettled(["a", "b"].map(ask));
    expect(results).toMatchObject([{ reason: error }, { reason: error }]);
    expect(calls()).toEqual([["a", "b"]]);
  });
