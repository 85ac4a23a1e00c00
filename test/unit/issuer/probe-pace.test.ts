import { expect, test } from "vitest";
import { createProbePace } from "../../../issuer/probe-pace.js";

const key = { companyId: 1, production: false, posNumber: 1, voucherType: 6 };

/** The seconds of a minute, swept every one of them, at which the sequence is due. */
function dueSeconds(isUnconfirmed: (second: number) => boolean | undefined): number[] {
  let nowMs = 0;
  const dueOf = createProbePace(() => nowMs);
  return Array.from({ length: 60 }, (_, second) => {
    nowMs = second * 1_000;
    const unconfirmed = isUnconfirmed(second);
    return dueOf(unconfirmed === undefined ? [] : [{ ...key, unconfirmed }]).length > 0 ? second : -1;
  }).filter((second) => second >= 0);
}

test("a number that nobody can tell is looked at ever less often, down to every 15 seconds", () => {
  expect(dueSeconds(() => true)).toEqual([0, 1, 3, 7, 15, 30, 45]);
});

test("a sequence that waits for its turn is always due", () => {
  expect(dueSeconds(() => false)).toHaveLength(60);
});

test("a look under way does not begin the waits anew, a sequence that settled does", () => {
  expect(dueSeconds((second) => second !== 4)).toEqual([0, 1, 3, 4, 7, 15, 30, 45]);
  expect(dueSeconds((second) => (second === 4 ? undefined : true))).toEqual([0, 1, 3, 5, 6, 8, 12, 20, 35, 50]);
});

test("the keys that are due carry nothing else", () => {
  const [due] = createProbePace(() => 0)([{ ...key, unconfirmed: true }]);
  expect(due).toEqual(key);
});
