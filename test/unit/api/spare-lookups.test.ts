import { expect, test } from "vitest";
import { createOverflowAllowance } from "../../../api/middleware/failed-authentications.js";

test("an address over its limit has 10 different keys looked up a second, each of them once", () => {
  let nowMs = 0;
  const spare = createOverflowAllowance(() => nowMs);
  expect([spare.take("a", "key"), spare.take("a", "key")], "a repeated key").toEqual([true, false]);
  const taken = Array.from({ length: 20 }, (_, n) => spare.take("a", `other ${n}`)).filter(Boolean);
  expect(taken).toHaveLength(9);
  expect(spare.take("b", "key"), "another address").toBe(true);
  nowMs = 999;
  expect(spare.take("a", "late")).toBe(false);
  nowMs = 1_000;
  expect([spare.take("a", "key"), spare.take("a", "late")], "a second later").toEqual([true, true]);
});
