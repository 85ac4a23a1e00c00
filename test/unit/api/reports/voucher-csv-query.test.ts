import { expect, test } from "vitest";
import { listingOfPeriod } from "../../../../api/reports/voucher-csv-query.js";

test.each([
  ["202602", "20260201", "20260301"],
  ["202612", "20261201", "20270101"],
])("the vouchers of %s are those of its days, by date, type, point of sale and number", (period, from, before) => {
  const { filters, ordering } = listingOfPeriod(period);
  expect(filters).toMatchObject([
    { field: { column: "voucher_date" }, comparison: "gte", value: from },
    { field: { column: "voucher_date" }, comparison: "lt", value: before },
  ]);
  expect(ordering.map(({ field, descending }) => [field.column, descending])).toEqual([
    ["voucher_date", false],
    ["voucher_type", false],
    ["pos_number", false],
    ["voucher_number", false],
    ["id", false],
  ]);
});
