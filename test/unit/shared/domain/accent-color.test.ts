import { expect, test } from "vitest";
import { contrastToWhite, isLegible } from "../../../../shared/domain/accent-color.js";

test.each([
  ["#000000", 21],
  ["#FFFFFF", 1],
  ["#FF0000", 4],
  ["#0000FF", 8.59],
  ["#808080", 3.95],
])("%s on white has a contrast of %d to 1", (color, contrast) => {
  expect(contrastToWhite(color)).toBeCloseTo(contrast, 1);
});

test("the lightest grey that is legible is #767676, in small letters, too", () => {
  expect(["#767676", "#777777", "#1f4e79", "#FFFF00"].map(isLegible)).toEqual([true, false, true, false]);
});
