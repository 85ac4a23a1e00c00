import { describe, expect, test } from "vitest";
import { settleBatch } from "../../../issuer/issuing/issue-next-batch.js";
import { resolve } from "../../../issuer/issuing/resolve.js";
import type { CaeOutcome, ConsultOutcome } from "../../../shared/domain/cae-outcome.js";
import { found, last, nearSale, noConsult, openScript, type Script, stale } from "./scripted-authority.js";
import { sendFirst } from "./scripted-sends.js";
import { submission } from "./submission.js";

/** When our request was refused, by the authority's clock. */
const refusedAtMs = Date.UTC(2026, 10, 28, 11, 59, 11, 250);
const refused: CaeOutcome = {
  outcome: "stale",
  reasons: [{ code: 10016, msg: "number" }],
  authorityTimeMs: refusedAtMs,
};
/** A voucher like ours under our number, processed this long before the refusal. */
const foundBefore = (ms: number, changes = {}): ConsultOutcome => found(changes, { processedAtMs: refusedAtMs - ms });
const script = (ms: number, more: Script = {}): Script => ({
  answers: [refused],
  lastNumbers: [last(42, refusedAtMs + 50)],
  consults: { 42: foundBefore(ms) },
  ...more,
});
const left = ["send 42", "ask the last", "consult 42", "unconfirmed"];

describe("a voucher that was processed before our refused request can have existed", () => {
  test.each(["open", "shared"] as const)("is neither adopted nor numbered over, %s", async (kind) => {
    const { done, told, settled } = await sendFirst(script(6_000, { situation: { kind } }));

    expect(done).toEqual(left);
    expect(settled).toBe("unresolved");
    expect(told.doubts).toMatchObject([{ isDenied: true, why: expect.stringContaining("before we asked for ours") }]);
    expect(told.errors).toHaveLength(1);
  });

  test("nor is one that nearly equals it", async () => {
    const consults = { 42: foundBefore(6_000, nearSale) };
    expect((await sendFirst(script(6_000, { consults, situation: { kind: "shared" } }))).done).toEqual(left);
  });

  test("the margin is that of the authority's machines: what may be ours is adopted where nobody else is proven", async () => {
    expect((await sendFirst(script(1_900))).done.at(-1)).toBe("approve 42");
    expect((await sendFirst(script(2_100))).done.at(-1)).toBe("unconfirmed");
  });

  test("an answer that took long leaves the request as much time", async () => {
    // The connection opens slowly twice, so the epoch is read again: the stopwatch goes on from the write-ahead.
    const slow = { connectMs: [1_500, 1_500, 10] };
    expect((await sendFirst(script(4_900, slow))).done.at(-1)).toBe("approve 42");
    expect((await sendFirst(script(5_200, slow))).done.at(-1)).toBe("unconfirmed");
  });

  test("an authority whose clock was set back since proves nothing", async () => {
    const setBack = { lastNumbers: [last(42, refusedAtMs - 60_000)] };
    expect((await sendFirst(script(6_000, setBack))).done.at(-1)).toBe("approve 42");
  });

  test("a refusal without a time leaves what was heard before", async () => {
    expect((await sendFirst(script(6_000, { answers: [stale] }))).done.at(-1)).toBe("approve 42");
  });

  test("a refusal earlier than what was heard before shows a clock that was set back", async () => {
    const authorityTimeMs = refusedAtMs + 3_600_000;
    const run = [{ ...submission, authorityTimeMs }];
    const setBack = script(1_000, { situation: { kind: "shared" }, lastNumbers: [last(42)] });
    // Without the refusal's time it would be early, and foreign.
    expect((await sendFirst({ ...setBack, run })).done.at(-1)).toBe("unconfirmed");
  });
});

test("what was measured is kept with the number when the look-up brings no answer", async () => {
  const { sequence } = openScript(script(6_000, { consults: { 42: noConsult } }));
  const kept: (number | null)[] = [];
  const markUnconfirmed = sequence.markUnconfirmed;
  const watched = {
    ...sequence,
    markUnconfirmed: (one: typeof submission, ...doubt: [never?]) => {
      kept.push(one.measuredAtMs);
      return markUnconfirmed(one, ...doubt);
    },
  };
  await settleBatch(watched, { submissions: [submission], heldAtMs: sequence.clock.monotonicMs() });

  expect(kept).toEqual([refusedAtMs - 10]);
});

test("a later round judges by what was measured then, a process that knows nothing of it as before", async () => {
  const later = async (measuredAtMs: number | null) => {
    const { sequence, told } = openScript(script(6_000));
    await resolve(sequence, { ...submission, isDenied: true, measuredAtMs });
    return told.done.at(-1);
  };
  expect(await later(refusedAtMs - 10)).toBe("unconfirmed");
  expect(await later(null)).toBe("approve 42");
});
