import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, addMonths, daysBetween } from "../../../../../shared/domain/calendar.js";
import {
  type CapTable,
  findCaps,
  listCaps,
  monotributoCategories,
} from "../../../../../shared/domain/monotributo/caps.js";
import { lackOfCaps, standingOf } from "../../../../../shared/domain/monotributo/standing.js";
import { categoryWindow, rollingWindow } from "../../../../../shared/domain/monotributo/windows.js";

test.each([
  ["2026-11-29", "2025-11-30"],
  ["2026-12-31", "2026-01-01"],
  ["2026-01-01", "2025-01-02"],
  ["2028-02-28", "2027-03-01"],
  ["2028-02-29", "2027-03-01"],
  ["2028-03-01", "2027-03-02"],
  ["2029-02-28", "2028-02-29"],
  ["2029-03-01", "2028-03-02"],
])("the twelve months that end on %s begin on %s", (today, from) => {
  expect(rollingWindow(today)).toEqual({ from, to: today });
});

test.each([
  ["2026-01-01", "2025-07-01", "2026-06-30", "2026-08-05"],
  ["2026-06-30", "2025-07-01", "2026-06-30", "2026-08-05"],
  ["2026-07-01", "2026-01-01", "2026-12-31", "2027-02-05"],
  ["2026-12-31", "2026-01-01", "2026-12-31", "2027-02-05"],
  ["2028-02-29", "2027-07-01", "2028-06-30", "2028-08-05"],
])("on %s the category is decided by %s to %s, due on %s", (today, from, to, due) => {
  expect(categoryWindow(today)).toEqual({ from, to, due });
});

const anyDay = fc.integer({ min: 0, max: 36_524 }).map((days) => addDays("2000-01-01", days));

test("any day: both windows are twelve months, and the second one has today in it", () => {
  fc.assert(
    fc.property(anyDay, (today) => {
      const { from, to } = rollingWindow(today);
      expect([365, 366]).toContain(daysBetween(from, to) + 1);
      const next = categoryWindow(today);
      expect(next.from <= today && today <= next.to && next.to < next.due).toBe(true);
      expect(addMonths(next.from, 12)).toBe(addDays(next.to, 1));
    }),
  );
});

const amountsFrom = (first: number) =>
  Object.fromEntries(
    monotributoCategories.map((category, index) => [category, `${first + index}.00`]),
  ) as CapTable["amounts"];
const table = (from: string, first = 1): CapTable => ({ from, amounts: amountsFrom(first) });

test("the caps of August 2026 come with the product and rise, and hold until January 2027", () => {
  const [caps] = listCaps([]);
  expect(caps).toMatchObject({ from: "2026-08-01", until: "2027-01-31" });
  const amounts = monotributoCategories.map((category) => caps?.amounts[category] ?? "");
  expect([amounts[0], amounts[10]]).toEqual(["12009410.45", "126610838.75"]);
  expect(amounts.map(Number).toSorted((one, other) => one - other)).toEqual(amounts.map(Number));
  for (const amount of amounts) expect(amount).toMatch(/^\d+\.\d\d$/);
});

test("caps hold until the day before the next half-year, or before the next ones that are known", () => {
  const untilOf = (...entered: CapTable[]) => listCaps(entered).map(({ from, until }) => [from, until]);
  expect(untilOf(table("2027-02-01"))).toEqual([
    ["2026-08-01", "2027-01-31"],
    ["2027-02-01", "2027-07-31"],
  ]);
  expect(untilOf(table("2026-12-15"), table("2027-01-10"))).toEqual([
    ["2026-08-01", "2026-12-14"],
    ["2026-12-15", "2027-01-09"],
    ["2027-01-10", "2027-01-31"],
  ]);
  expect(untilOf(table("2028-11-30")).at(-1)).toEqual(["2028-11-30", "2029-01-31"]);
});

test("of one first day those that were entered count, and the last known ones go on after their end", () => {
  expect(findCaps("2026-11-29", [table("2026-08-01")])?.amounts.A).toBe("1.00");
  expect(findCaps("2027-02-01", [])?.from).toBe("2026-08-01");
  expect(findCaps("2027-02-01", [table("2027-02-01")])?.from).toBe("2027-02-01");
  expect(findCaps("2027-01-31", [table("2027-02-01")])?.from).toBe("2026-08-01");
  expect(findCaps("2026-07-31", [])).toBeUndefined();
});

test("a lack of caps is told from the day after their last one on", () => {
  const lackOn = (today: string) => lackOfCaps(findCaps(today, []), today);
  expect([lackOn("2026-08-01"), lackOn("2027-01-31")]).toEqual([undefined, undefined]);
  expect(lackOn("2027-02-01")).toEqual({
    en: "newer ones are missing: these held until 20270131, and the operator of this service enters those of today",
    es: "Faltan los topes vigentes: estos valieron hasta el 31/01/2027. Los nuevos los carga quien opera el servicio.",
  });
  expect(lackOn("2026-07-31")?.en).toContain("none are known for today");
});

const today = "2026-11-29";
const standing = (rolling: string, next = "0.00", category: "A" | "K" | null = "A") =>
  standingOf(category, findCaps(today, []), { rolling, next }, today);

test.each([
  ["113949754.87", "90.0"],
  ["113823143.98", "89.9"],
  ["113886449.45", "89.9"],
  ["113886449.46", "90.0"],
  ["126610838.75", "100.0"],
  ["126737449.59", "100.1"],
  ["0.00", "0.0"],
  ["-500.00", "0.0"],
])("%s in twelve months are %s per cent of the top cap", (issued, percent) => {
  expect(standing(issued).rolling).toMatchObject({ issued, ofTop: percent });
});

test.each([
  ["10796460.00", "89.9"],
  ["10808469.41", "90.0"],
  ["12021419.86", "100.1"],
])("%s are %s per cent of the cap of category A", (issued, percent) => {
  expect(standing("0.00", issued).next).toMatchObject({ issued, ofOwn: percent });
});

test("the standing has fiscal days, and without a category no own cap", () => {
  expect(standing("1.00", "2.00", null)).toEqual({
    category: null,
    caps: { from: "20260801", until: "20270131", own: null, top: "126610838.75" },
    rolling: { from: "20251130", to: "20261129", issued: "1.00", ofTop: "0.0" },
    next: { from: "20260101", to: "20261231", issued: "2.00", ofOwn: null, due: "20270205" },
  });
  expect(standingOf("A", undefined, { rolling: "1.00", next: "2.00" }, today)).toMatchObject({
    caps: null,
    rolling: { ofTop: null },
    next: { ofOwn: null },
  });
});
