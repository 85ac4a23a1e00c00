import { expect, test } from "vitest";
import { createBurstPriority } from "../../../api/issuing/burst-priority.js";

test("of what a company adds in a second ten jobs go ahead, and each further one behind the one before", () => {
  let nowMs = 5_000;
  const priorityOf = createBurstPriority(() => nowMs);
  const add = (companyId: number, production = true) => priorityOf({ companyId, production });
  const flood = Array.from({ length: 13 }, () => add(1));
  expect(flood).toEqual([...Array.from({ length: 10 }, () => undefined), 1, 2, 3]);
  expect([add(2), add(1, false)], "another company, and the other environment").toEqual([undefined, undefined]);
  nowMs += 999;
  expect(add(1)).toBe(4);
  nowMs += 1;
  expect(add(1), "the next second").toBeUndefined();
});
