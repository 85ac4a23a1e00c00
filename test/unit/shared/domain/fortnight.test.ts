import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "../../../../shared/domain/calendar.js";
import { fortnightOf, fortnightsToAsk, hasEnded, isReportable } from "../../../../shared/domain/fortnight.js";

// Source: issuer/authority/README.md, section 13.1.
const at = (time: string) => Date.parse(`${time}-03:00`);

describe("a fortnight", () => {
  test.each([
    ["2026-11-01", 202611, 1, "20261101", "20261115"],
    ["2026-11-15", 202611, 1, "20261101", "20261115"],
    ["2026-11-16", 202611, 2, "20261116", "20261130"],
    ["2026-12-31", 202612, 2, "20261216", "20261231"],
    ["2028-02-29", 202802, 2, "20280216", "20280229"],
  ])("of %s is %i/%i", (day, period, fortnight, validFrom, validTo) => {
    expect(fortnightOf(day)).toEqual({ period, fortnight, validFrom, validTo });
  });

  test("begins the day after another ends", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), (days) => {
        const { validFrom, validTo } = fortnightOf(addDays("2000-01-01", days));
        const next = `${validTo.slice(0, 4)}-${validTo.slice(4, 6)}-${validTo.slice(6)}`;
        expect(validFrom <= validTo).toBe(true);
        expect(fortnightOf(addDays(next, 1)).validFrom).toBe(addDays(next, 1).replaceAll("-", ""));
      }),
    );
  });
});

test("its code is asked for from five days before it to its last day, by the Argentine calendar", () => {
  const asked = (time: string) => fortnightsToAsk(at(time)).map(({ validFrom }) => validFrom);
  expect(asked("2026-11-10T23:59:59")).toEqual(["20261101"]);
  expect(asked("2026-11-11T00:00:00")).toEqual(["20261101", "20261116"]);
  expect(asked("2026-11-15T23:59:59")).toEqual(["20261101", "20261116"]);
  expect(asked("2026-11-16T00:00:00")).toEqual(["20261116"]);
  expect(asked("2026-12-27T00:00:00")).toEqual(["20261216", "20270101"]);
});

test("its vouchers are reported from its second day, and it is over after its last", () => {
  const fortnight = { validFrom: "20261116", validTo: "20261130" };
  expect(isReportable(fortnight, at("2026-11-16T23:59:59"))).toBe(false);
  expect(isReportable(fortnight, at("2026-11-17T00:00:00"))).toBe(true);
  expect(hasEnded(fortnight, at("2026-11-30T23:59:59"))).toBe(false);
  expect(hasEnded(fortnight, at("2026-12-01T00:00:00"))).toBe(true);
});
