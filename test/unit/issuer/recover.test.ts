import { expect, test } from "vitest";
import { recover } from "../../../issuer/issuing/recover.js";
import type { Look } from "../../../shared/domain/look-pace.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";

const key = { companyId: 1, production: false, posNumber: 1, voucherType: 6 };
const startMs = Date.parse("2026-11-21T12:00:00Z");

/** The seconds of two minutes, swept every one of them, at which a sequence is woken; each wake asks so many questions. */
async function wokenSeconds(questions: number | undefined): Promise<number[]> {
  const woken: number[] = [];
  let looks: Look[] | null = null;
  for (let second = 0; second < 120; second++) {
    const nowMs = startMs + second * 1_000;
    await recover({
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

test("a number that nobody can tell is looked at ever less often, down to every 30 seconds", async () => {
  expect(await wokenSeconds(3)).toEqual([0, 3, 10, 30, 60, 90]);
});

test("and less often yet while a minute's questions are used up", async () => {
  expect(await wokenSeconds(6)).toEqual([0, 3, 60, 80]);
});

test("a sequence that waits for its turn is always due", async () => {
  expect(await wokenSeconds(undefined)).toHaveLength(120);
});

test("whoever was given up is told, and the key that is woken carries nothing else", async () => {
  const [told, woken]: [number[], SequenceKey[]] = [[], []];
  await recover({
    cancelAllOverdue: async () => [7, 8],
    openSequences: async () => [{ ...key, looks: null, nowMs: startMs }],
    announce: (id) => void told.push(id),
    wake: async (one) => void woken.push(one),
  });
  expect(told).toEqual([7, 8]);
  expect(woken).toEqual([key]);
});
