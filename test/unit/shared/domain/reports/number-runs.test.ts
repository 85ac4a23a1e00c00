import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addNumber, createNumberRuns, toNumbering } from "../../../../../shared/domain/reports/number-runs.js";
import { propertyRuns } from "../../../../support/samples/property-runs.js";

test("any numbers in any order have the gaps of a set", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1 }), (numbers) => {
      const runs = createNumberRuns();
      for (const number of numbers) addNumber(runs, number);
      const from = Math.min(...numbers);
      const to = Math.max(...numbers);
      const missing: number[] = [];
      for (let number = from; number < to; number++) if (!numbers.includes(number)) missing.push(number);
      assert.deepEqual(toNumbering(runs), { from, to, missing, missingCount: missing.length });
      assert.equal(runs.firstByLast.size, runs.lastByFirst.size);
    }),
    propertyRuns(10_000),
  );
});

test("200,000 numbers in rising order are kept as one run more than their gaps", () => {
  const runs = createNumberRuns();
  let maxKept = 0;
  for (let number = 1; number <= 200_000; number++) {
    if (number % 50_000 !== 0) addNumber(runs, number);
    maxKept = Math.max(maxKept, runs.lastByFirst.size, runs.firstByLast.size);
  }
  expect(maxKept).toBe(4);
  expect(toNumbering(runs)).toEqual({ from: 1, to: 199_999, missing: [50_000, 100_000, 150_000], missingCount: 3 });
});
