import { describe, expect, test } from "vitest";
import { argentineDay, isFiscalDate, toFiscalDate } from "../../../../shared/domain/calendar.js";
import { datedRules, isInForce, ruleEnd, ruleNames, ruleStart } from "../../../../shared/domain/dated-rules.js";
import { identificationThreshold } from "../../../../shared/domain/predictions/identification-threshold.js";

const at = (instant: string) => toFiscalDate(argentineDay(Date.parse(instant)));

describe("a rule begins at midnight in Argentina", () => {
  const begin = ruleNames.flatMap((name) => (datedRules[name].from === null ? [] : [[name, datedRules[name].from]]));
  test.each(begin as [(typeof ruleNames)[number], string][])("%s at %s 00:00", (name, from) => {
    const midnight = Date.parse(`${from}T00:00:00-03:00`);
    const minute = 60_000;
    const holds = (instant: number) => isInForce(name, argentineDay(instant));
    expect([holds(midnight - minute), holds(midnight - 1), holds(midnight), holds(midnight + minute)]).toEqual(
      // What another rule replaced by now still held on its first day.
      [false, false, true, true],
    );
  });

  test("and not at midnight of any other clock", () => {
    expect(isInForce("receiver-condition", at("2026-12-01T02:59:00Z"))).toBe(false);
    expect(isInForce("receiver-condition", at("2026-12-01T03:00:00Z"))).toBe(true);
  });
});

test("a moved rule begins on the day that it was given, and never where it was so said", () => {
  expect(isInForce("caba-legend", "2027-02-28", { "caba-legend": "2027-03-01" })).toBe(false);
  expect(isInForce("caba-legend", "20270301", { "caba-legend": "2027-03-01" })).toBe(true);
  expect(isInForce("caba-legend", "2090-01-01", { "caba-legend": null })).toBe(false);
  expect(ruleStart("caba-legend", { "caba-legend": null })).toBeUndefined();
  expect(ruleStart("caba-legend")).toBe("2027-01-01");
});

test("what a rule replaces ends the day before, and goes on where the rule is put off", () => {
  expect(ruleEnd("fce-acceptance-21-days")).toBe("2026-10-31");
  expect(isInForce("fce-acceptance-21-days", "20261031")).toBe(true);
  expect(isInForce("fce-acceptance-21-days", "20261101")).toBe(false);
  const moves = { "fce-acceptance-15-days": "2027-01-01" };
  expect(ruleEnd("fce-acceptance-21-days", moves)).toBe("2026-12-31");
  expect(isInForce("fce-acceptance-21-days", "20261231", moves)).toBe(true);
  expect(isInForce("fce-acceptance-21-days", "20270101", { "fce-acceptance-15-days": null })).toBe(true);
});

test("the amount from which a receiver is named follows its rules", () => {
  expect(identificationThreshold("20250528")).toBe("417288");
  expect(identificationThreshold("20250529")).toBe("10000000");
  expect(identificationThreshold("20261126", { "identification-10000000": "2026-11-27" })).toBe("417288");
});

test("every rule has days that exist, its source and when that was looked at", () => {
  for (const { from, source, checkedOn, what } of Object.values(datedRules)) {
    if (from !== null) expect(isFiscalDate(toFiscalDate(from))).toBe(true);
    expect(isFiscalDate(toFiscalDate(checkedOn))).toBe(true);
    expect(source.length).toBeGreaterThan(5);
    expect(what.length).toBeGreaterThan(20);
  }
});
