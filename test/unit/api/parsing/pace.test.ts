import { expect, test } from "vitest";
import { createPace } from "../../../../api/parsing/pace.js";

const kib = 1_024;

test("a form has 2 s for its first 16 KB, then a second for each 16 KB, and no more than its time in all", () => {
  const pace = createPace(1_000, 10_000);
  expect(pace.lateMs()).toBe(3_000);
  pace.come(16 * kib, 1_500);
  expect(pace.lateMs()).toBe(3_000);
  pace.come(16 * kib, 1_600);
  expect(pace.lateMs()).toBe(4_000);
  pace.come(900 * kib, 1_700);
  expect(pace.lateMs()).toBe(11_000);
});

test("who sent much and then stops does worse than who begins", () => {
  const [quick, begins] = [createPace(0, 60_000), createPace(1_000, 60_000)];
  quick.come(1_024 * kib, 500);
  expect(quick.standing()).toBeLessThan(begins.standing());
  quick.come(1, 1_200);
  expect(quick.standing()).toBeLessThan(begins.standing());
});
