import { expect, test } from "vitest";
import { slopeOf } from "../../bench/least-squares.js";

test("points on a line give its slope, and noise around a constant gives slope 0", () => {
  expect(slopeOf([0, 1, 2, 3].map((x) => [x, 5 + 2 * x] as const))).toBe(2);
  expect(slopeOf([0, 1, 2, 3, 4].map((x) => [x, x % 2 === 0 ? 10 : 12] as const))).toBe(0);
});
