import { expect, test } from "vitest";
import { type Legend, legendsOf } from "../../../../shared/domain/legends.js";

const legend = (on: Legend["on"], from: string | null = null): Legend => ({
  text: `${on} ${from ?? "ever"}`,
  on,
  from,
});
const b = { letter: "B", condition: 5, voucherDate: "20270101" } as const;

test.each<[Legend["on"], string[]]>([
  ["all", ["A to 1", "B to 4", "B to 5", "C to 1", "C to 5"]],
  ["final-consumers", ["B to 5", "C to 5"]],
  ["A", ["A to 1"]],
  ["B", ["B to 4", "B to 5"]],
  ["C", ["C to 1", "C to 5"]],
])("a legend on %s is printed on these vouchers", (on, expected) => {
  const vouchers = [
    ["A", 1],
    ["B", 4],
    ["B", 5],
    ["C", 1],
    ["C", 5],
  ] as const;
  const printed = vouchers.filter(
    ([letter, condition]) => legendsOf([legend(on)], { ...b, letter, condition }).length > 0,
  );
  expect(printed.map(([letter, condition]) => `${letter} to ${condition}`)).toEqual(expected);
});

test("a legend begins with the voucher's date, and the same text is printed once, in its order", () => {
  const caba = legend("final-consumers", "20270101");
  expect(legendsOf([caba], { ...b, voucherDate: "20261231" })).toEqual([]);
  expect(legendsOf([caba], b)).toEqual([caba.text]);
  const first = legend("all");
  expect(legendsOf([first, caba, first], b)).toEqual([first.text, caba.text]);
});
