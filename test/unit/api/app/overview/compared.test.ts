import { expect, test } from "vitest";
import { compared } from "../../../../../api/app/overview/month.js";

test.each([
  { now: "112.40", before: "100.00", expected: "12 % más que en octubre" },
  { now: "112.50", before: "100.00", expected: "13 % más que en octubre" },
  { now: "40", before: "100.00", expected: "60 % menos que en octubre" },
  { now: "2500", before: "100", expected: "2.400 % más que en octubre" },
  { now: "100.01", before: "100.00", expected: "Igual que en octubre" },
  { now: 0, before: 0, expected: "En octubre tampoco hubo" },
  { now: "5.00", before: "0.00", expected: "En octubre, nada en estos días" },
  { now: "5.00", before: "-3.00", expected: "En octubre, nada en estos días" },
  { now: "-50.00", before: "100.00", expected: "150 % menos que en octubre" },
])("$now against $before: $expected", ({ now, before, expected }) => {
  expect(compared(now, before, "octubre")).toBe(expected);
});
