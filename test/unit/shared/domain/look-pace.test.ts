import fc from "fast-check";
import { expect, test } from "vitest";
import { type Look, lookupsLeft, maxStoredLookups } from "../../../../shared/domain/look-pace.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";

const startMs = Date.parse("2026-11-21T12:00:00Z");
const look = (second: number, questions = 3): Look => ({ at: startMs + second * 1_000, questions });

const several = [look(0, 2), look(3, 1), look(10, 1)];
const many = [...several, look(30, 1), look(60), look(90)];

test.each<{ name: string; looks: Look[] | null; second: number; left: number }>([
  { name: "before the first round", looks: null, second: 0, left: 11 },
  { name: "with no round on record", looks: [], second: 0, left: 11 },
  { name: "at the end of the first round", looks: [look(0)], second: 0, left: 0 },
  { name: "just before 3 seconds after it", looks: [look(0)], second: 2.999, left: 0 },
  { name: "3 seconds after it", looks: [look(0)], second: 3, left: 8 },
  { name: "just before 7 seconds after the second", looks: [look(0), look(3)], second: 9.999, left: 0 },
  { name: "7 seconds after the second", looks: [look(0), look(3)], second: 10, left: 5 },
  { name: "just before 20 seconds after the third", looks: several, second: 29.999, left: 0 },
  { name: "20 seconds after the third", looks: several, second: 30, left: 7 },
  { name: "just before 30 seconds after any later one", looks: many, second: 119.999, left: 0 },
  { name: "30 seconds after any later one", looks: many, second: 120, left: 8 },
  { name: "the minute counts from the end of a round", looks: [look(0, 11)], second: 59.999, left: 0 },
  { name: "questions a minute old no longer count", looks: [look(0, 11)], second: 60, left: 11 },
  { name: "a round without questions also waits", looks: [look(0, 0)], second: 2, left: 0 },
  { name: "more questions than allowed leave 0, not less", looks: [look(0, 20)], second: 30, left: 0 },
  { name: "a look in the future does not block", looks: [look(600, 11)], second: 0, left: 11 },
  { name: "a look in the future is not counted as a round", looks: [look(0), look(600, 11)], second: 3, left: 8 },
  { name: "looks from before the clock was set back are ignored", looks: [look(600, 11), look(0)], second: 3, left: 8 },
])("$name: $left", ({ looks, second, left }) => {
  expect(lookupsLeft(looks, startMs + second * 1_000)).toBe(left);
});

/** Callers: each comes `afterMs` after the last, asks a share of the allowed questions, and takes `tookMs` for it. */
const callers = fc.array(
  fc.record({
    afterMs: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 0, max: 5_000 }) },
      fc.integer({ min: 0, max: 90_000 }),
    ),
    share: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
    tookMs: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 40_000 })),
  }),
  { maxLength: 200 },
);
type Caller = { afterMs: number; share: number; tookMs: number };

/** Serves them one after the other, as the holder of a sequence does. Gives every round and the time at the end. */
function serve(all: Caller[], before: Look[] = [], fromMs = startMs) {
  const rounds: Look[] = [];
  let kept = before;
  let nowMs = fromMs;
  for (const { afterMs, share, tookMs } of all) {
    nowMs += afterMs;
    const left = lookupsLeft(kept, nowMs);
    expect(left).toBeGreaterThanOrEqual(0);
    if (left === 0) continue;
    nowMs += tookMs;
    const round = { at: nowMs, questions: Math.max(1, Math.round(share * left)) };
    rounds.push(round);
    kept = [...kept, round].slice(-maxStoredLookups);
  }
  return { rounds, kept, nowMs };
}

/** For each round, the number of questions in the minute before its end. */
const askedByMinute = (rounds: Look[]): number[] =>
  rounds.map(({ at: end }) =>
    rounds.reduce((sum, { at, questions }) => sum + (at <= end && at > end - 60_000 ? questions : 0), 0),
  );

test("no minute has more than eleven questions of any callers, so one is left for the send that raised the doubt", () => {
  let most = 0;
  fc.assert(
    fc.property(callers, (all) => {
      for (const asked of askedByMinute(serve(all).rounds)) {
        expect(asked).toBeLessThanOrEqual(12 - 1);
        most = Math.max(most, asked);
      }
    }),
    propertyRuns(3_000),
  );
  expect(most).toBe(11);
});

test("a look is due at most a minute after the last, and stays due until it happens", () => {
  fc.assert(
    fc.property(callers, fc.integer({ min: 0, max: 3_600_000 }), (all, lateMs) => {
      const { rounds, kept } = serve(all);
      const endMs = rounds.at(-1)?.at ?? startMs;
      expect(lookupsLeft(kept, endMs + 60_000 + lateMs)).toBe(11);
    }),
    propertyRuns(3_000),
  );
});

test("after the clock was set back ten minutes, a look is due at once and the pace holds from then on", () => {
  // Only while the clock does not run through its first ten minutes again.
  const within = (all: Caller[], ms: number) => {
    let sum = 0;
    return all.filter(({ afterMs, tookMs }) => {
      sum += afterMs + tookMs;
      return sum < ms;
    });
  };
  fc.assert(
    fc.property(callers, callers, (before, after) => {
      const { kept, nowMs } = serve(within(before, 600_000));
      const backMs = nowMs - 600_000;
      expect(lookupsLeft(kept, backMs)).toBe(11);
      const { rounds } = serve(after, kept, backMs);
      for (const asked of askedByMinute(rounds)) expect(asked).toBeLessThanOrEqual(11);
    }),
    propertyRuns(3_000),
  );
});
