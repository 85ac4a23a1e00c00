import { expect, test } from "vitest";
import { recover } from "../../../issuer/issuing/recover.js";
import type { Look } from "../../../shared/domain/look-pace.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { waitFor } from "../../sandbox/wait-for.js";

const key = { companyId: 1, production: false, posNumber: 1, voucherType: 6 };
const startMs = Date.parse("2026-11-21T12:00:00Z");

/** Sweeps every second for two minutes. Gives the seconds at which the sequence is woken; each wake asks `questions`. */
async function wokenSeconds(questions: number | undefined): Promise<number[]> {
  const woken: number[] = [];
  let looks: Look[] | null = null;
  for (let second = 0; second < 120; second++) {
    const nowMs = startMs + second * 1_000;
    await recover({
      sweepBatches: async () => undefined,
      cancelAllOverdue: async () => [],
      openSequences: async () => [{ ...key, looks, nowMs }],
      announce: () => undefined,
      wake: async () => {
        woken.push(second);
        if (questions !== undefined) looks = [...(looks ?? []), { at: nowMs, questions }];
      },
    });
  }
  return woken;
}

test("an unresolved number is looked at less and less often, down to every 30 seconds", async () => {
  expect(await wokenSeconds(3)).toEqual([0, 3, 10, 30, 60, 90]);
});

test("an unresolved number waits longer while the minute's questions are used up", async () => {
  expect(await wokenSeconds(6)).toEqual([0, 3, 60, 80]);
});

test("a sequence without rounds of questions is due at every sweep", async () => {
  expect(await wokenSeconds(undefined)).toHaveLength(120);
});

test("cancelled issuances are announced, and the wake carries only the sequence's key", async () => {
  const [announced, woken]: [number[], SequenceKey[]] = [[], []];
  await recover({
    sweepBatches: async () => undefined,
    cancelAllOverdue: async () => [7, 8],
    openSequences: async () => [{ ...key, looks: null, nowMs: startMs }],
    announce: (id) => void announced.push(id),
    wake: async (one) => void woken.push(one),
  });
  expect(announced).toEqual([7, 8]);
  expect(woken).toEqual([key]);
});

test("while Redis is away nobody is woken, and batches are tended all the same", async () => {
  const done: string[] = [];
  const round = recover({
    sweepBatches: async () => void done.push("tended"),
    cancelAllOverdue: async () => [],
    openSequences: async () => [{ ...key, looks: null, nowMs: startMs }],
    announce: () => undefined,
    wake: () => Promise.reject(new Error("Redis is away")),
  });
  await expect(round).rejects.toThrow("Redis is away");
  expect(done).toEqual(["tended"]);
});

test("while what is overdue cannot be cancelled, sequences are woken and batches are tended all the same", async () => {
  const done: string[] = [];
  const round = recover({
    sweepBatches: async () => void done.push("tended"),
    cancelAllOverdue: () => Promise.reject(new Error("a row is held")),
    openSequences: async () => [{ ...key, looks: null, nowMs: startMs }],
    announce: () => undefined,
    wake: async () => void done.push("woken"),
  });
  await expect(round).rejects.toThrow("a row is held");
  expect(done.toSorted()).toEqual(["tended", "woken"]);
});

test("none of the three waits for another: while the overdue hang, sequences are woken and batches are tended", async () => {
  const done: string[] = [];
  let letGo = (_: number[]) => {};
  const round = recover({
    sweepBatches: async () => void done.push("tended"),
    cancelAllOverdue: () => new Promise<number[]>((resolve) => (letGo = resolve)),
    openSequences: async () => [{ ...key, looks: null, nowMs: startMs }],
    announce: (id) => void done.push(`announced ${id}`),
    wake: async () => void done.push("woken"),
  });
  await waitFor(() => done.length === 2, { message: "the other two", timeoutMs: 5_000 });
  letGo([7]);
  await round;
  expect(done.toSorted()).toEqual(["announced 7", "tended", "woken"]);
});
