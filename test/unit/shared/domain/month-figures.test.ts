import { expect, test } from "vitest";
import { type DayOfVouchers, daysOfMonth, sumUpMonth } from "../../../../shared/domain/month-figures.js";

const day = (
  date: string,
  vouchers: number,
  total: string,
  isCredit = false,
  kept = { kept: vouchers, keptTotal: total },
): DayOfVouchers => ({
  date,
  isCredit,
  vouchers,
  total,
  ...kept,
});

test.each([
  { name: "in the middle", today: "2026-11-23", expected: ["20261101", "20261123", "20261001", "20261023"] },
  { name: "over the year", today: "2027-01-05", expected: ["20270101", "20270105", "20261201", "20261205"] },
  { name: "after a shorter month", today: "2026-03-31", expected: ["20260301", "20260331", "20260201", "20260228"] },
  { name: "on its first day", today: "2026-11-01", expected: ["20261101", "20261101", "20261001", "20261001"] },
])("a month until today is beside the same days of the month before: $name", ({ today, expected }) => {
  const { from, to, beforeFrom, beforeTo } = daysOfMonth(today);
  expect([from, to, beforeFrom, beforeTo]).toEqual(expected);
});

test("credit notes subtract from what was invoiced, count as vouchers, and are no part of the average", () => {
  const days = [
    day("20261101", 2, "300.00"),
    day("20261103", 1, "100.01"),
    day("20261103", 1, "150.00", true),
    day("20261003", 1, "80.00"),
  ];
  expect(sumUpMonth(days, "2026-11-03")).toEqual({
    month: { vouchers: 4, net: "250.01", average: "133.34" },
    before: { vouchers: 1, net: "80.00", average: "80.00" },
    days: [
      { date: "20261101", net: "300.00" },
      { date: "20261102", net: "0.00" },
      { date: "20261103", net: "-49.99" },
    ],
  });
});

test("a sale that was credited whole is none of the average, and one that was credited in part is less", () => {
  // 100 that was credited whole, and 59990.02 of which 12239.52 were.
  const days = [
    day("20261101", 2, "60090.02", false, { kept: 1, keptTotal: "47750.50" }),
    day("20261102", 2, "12339.52", true),
  ];
  expect(sumUpMonth(days, "2026-11-03").month).toEqual({ vouchers: 4, net: "47750.50", average: "47750.50" });
  const none = [day("20261101", 1, "10.00", false, { kept: 0, keptTotal: "0" }), day("20261101", 1, "10.00", true)];
  expect(sumUpMonth(none, "2026-11-03").month).toEqual({ vouchers: 2, net: "0.00", average: null });
});

test("days that are to come, and later days of the month before, are left out", () => {
  const days = [day("20261104", 1, "1.00"), day("20261004", 1, "2.00"), day("20260930", 1, "4.00")];
  const { month, before } = sumUpMonth(days, "2026-11-03");
  expect(month).toEqual({ vouchers: 0, net: "0.00", average: null });
  expect(before).toEqual({ vouchers: 0, net: "0.00", average: null });
});

test("there is no average of credit notes alone", () => {
  const { month } = sumUpMonth([day("20261102", 1, "10.00", true)], "2026-11-03");
  expect(month).toEqual({ vouchers: 1, net: "-10.00", average: null });
});
