import { expect, test } from "vitest";
import { isTaxId } from "../../../../shared/domain/tax-id.js";

test.each(["30712345671", "20111111112", "33693450239", "20201797064", "30000000007"])("%s is a tax id", (text) => {
  expect(isTaxId(text)).toBe(true);
});

test.each(["", "30712345672", "3071234567", "307123456711", "30-71234567-1", "20999999990", "abcdefghijk"])(
  "%j is not a tax id",
  (text) => {
    expect(isTaxId(text)).toBe(false);
  },
);

test("ten digits have at most one valid check digit", () => {
  for (const ten of ["2012345678", "2099999999", "3070000000"]) {
    const right = Array.from({ length: 10 }, (_, digit) => `${ten}${digit}`).filter(isTaxId);
    expect(right.length).toBeLessThanOrEqual(1);
  }
});
