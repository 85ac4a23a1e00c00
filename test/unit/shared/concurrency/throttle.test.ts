import fc from "fast-check";
import { expect, test } from "vitest";
import { createThrottle } from "../../../../shared/concurrency/throttle.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";

test("a key rests for as long as it was told last or before, whichever is longer, and wakes at once", () => {
  const step = fc.record({
    key: fc.constantFrom("a", "b", "c"),
    what: fc.constantFrom("rest", "wake", "pass"),
    ms: fc.integer({ min: 1, max: 100 }),
  });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      let now = 0;
      const throttle = createThrottle<string>(() => now);
      const untilMs = new Map<string, number>();
      for (const { key, what, ms } of steps) {
        if (what === "pass") now += ms;
        if (what === "rest") {
          throttle.rest(key, ms);
          untilMs.set(key, Math.max(untilMs.get(key) ?? 0, now + ms));
        }
        if (what === "wake") {
          throttle.wake(key);
          untilMs.delete(key);
        }
        for (const each of ["a", "b", "c"]) expect(throttle.isResting(each)).toBe(now < (untilMs.get(each) ?? 0));
      }
    }),
    propertyRuns(200),
  );
});

test("of many keys those that rest still do, whatever is forgotten", () => {
  let now = 0;
  const throttle = createThrottle<number>(() => now);
  for (let key = 0; key < 9_999; key += 1) throttle.rest(key, 10);
  throttle.rest(-1, 1_000);
  now = 10;
  for (let key = 20_000; key < 50_000; key += 1) throttle.rest(key, 100);
  expect([throttle.isResting(-1), throttle.isResting(1), throttle.isResting(20_000)]).toEqual([true, false, true]);
});
