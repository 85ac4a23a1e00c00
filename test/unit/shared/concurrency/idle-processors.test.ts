import { expect, test } from "vitest";
import { areProcessorsIdle, isIdle } from "../../../../shared/concurrency/idle-processors.js";

test.each([
  ["1/362", 1, true],
  ["2/362", 1, false],
  ["1/362", 2, true],
  ["2/362", 2, false],
  ["4/1500", 8, true],
  ["5/1500", 8, false],
])("where %s threads run on %i processors: idle %s", (threads, processors, idle) => {
  expect(isIdle(`1.20 0.18 0.12 ${threads} 11206\n`, processors)).toBe(idle);
});

test.each(["", "0.20 0.18", "0.20 0.18 0.12 x/80 11206"])(
  "words that it does not know are of no idle machine: %j",
  (told) => {
    expect(isIdle(told, 2)).toBe(false);
  },
);

test("this machine tells it, or counts as busy", () => {
  expect(typeof areProcessorsIdle()).toBe("boolean");
});
