import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, addMonths } from "../../../../../shared/domain/calendar.js";
import { type PaidTime, renew } from "../../../../../shared/domain/payments/renewal.js";
import { propertyRuns } from "../../../../support/samples/property-runs.js";

test.each([
  ["the day before the same day", "2026-03-14", null, 1, "2026-03-01", "2026-03-15", "2026-04-14"],
  ["over a short month", "2026-01-30", null, 1, "2026-01-10", "2026-01-31", "2026-02-27"],
  ["and back to the 31st", "2026-02-27", 31, 1, "2026-02-10", "2026-02-28", "2026-03-30"],
  ["over a leap day", "2028-01-28", null, 1, "2028-01-10", "2028-01-29", "2028-02-28"],
  ["a year from a leap day", "2028-02-28", 29, 12, "2028-02-10", "2028-02-29", "2029-02-27"],
  ["a year over a turn", "2026-12-31", null, 12, "2026-12-01", "2027-01-01", "2027-12-31"],
  ["on its last day", "2026-03-14", null, 1, "2026-03-14", "2026-03-15", "2026-04-14"],
  ["on the day after it", "2026-01-30", 31, 1, "2026-01-31", "2026-01-31", "2026-02-27"],
  ["after a lapse, whose day counts", "2026-01-30", 31, 1, "2026-05-05", "2026-05-05", "2026-06-04"],
])("a renewal %s", (_what, until, dayOfMonth, months, today, from, then) => {
  expect(renew({ until, dayOfMonth }, months, today)).toMatchObject({ from, until: then });
});

const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays("2020-01-01", days));
const months = fc.constantFrom(1, 12);

test("renewals one after the other are those of their first day, counted at once", () => {
  fc.assert(
    fc.property(anyDay, fc.array(months, { minLength: 1, maxLength: 30 }), (until, paid) => {
      const first = addDays(until, 1);
      let time: PaidTime = { until, dayOfMonth: null };
      let sum = 0;
      for (const each of paid) {
        const period = renew(time, each, until);
        expect(period.from).toBe(addDays(time.until, 1));
        sum += each;
        expect(period.until).toBe(addDays(addMonths(first, sum), -1));
        time = period;
      }
    }),
    propertyRuns(300),
  );
});

test("no renewal loses a day: it begins today or later, and ends a month later at least, but for the days that months lack", () => {
  fc.assert(
    fc.property(
      anyDay,
      fc.option(fc.integer({ min: 1, max: 31 })),
      months,
      anyDay,
      (until, dayOfMonth, paid, today) => {
        const period = renew({ until, dayOfMonth }, paid, today);
        expect(period.from >= today && period.from > until).toBe(true);
        expect(period.from === today || period.from === addDays(until, 1)).toBe(true);
        expect(period.until >= period.from).toBe(true);
        expect(period.until.slice(0, 7) >= addMonths(`${period.from.slice(0, 7)}-01`, paid - 1).slice(0, 7)).toBe(true);
      },
    ),
    propertyRuns(300),
  );
});
