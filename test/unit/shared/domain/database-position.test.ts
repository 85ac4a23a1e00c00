import { expect, test } from "vitest";
import { type DatabasePosition, isAhead, isBehindWatermark } from "../../../../shared/domain/database-position.js";

const present: DatabasePosition = { place: "1/5", history: 30, earlier: [20, 10], position: 1_000n };
const seen = (over: Partial<DatabasePosition>): DatabasePosition => ({ ...present, ...over });

test.each<[string, DatabasePosition, boolean]>([
  ["a later position of its history", seen({ position: 1_001n }), true],
  ["the same position", seen({}), false],
  ["an earlier position", seen({ position: 999n }), false],
  ["a later history that came after its own", seen({ history: 40, earlier: [30, 20, 10], position: 5n }), true],
  ["a history that came before its own", seen({ history: 20, earlier: [10], position: 9_000n }), false],
  [
    "a history that neither followed nor preceded its own",
    seen({ history: 41, earlier: [20], position: 9_000n }),
    false,
  ],
  ["a later position of another database", seen({ place: "1/6", position: 9_000n }), false],
  ["a later history of another database", seen({ place: "2/5", history: 40, earlier: [30] }), false],
])("a database was set back when it was seen with %s: %s", (_, sighting, isBack) => {
  expect(isBehindWatermark(present, sighting)).toBe(isBack);
});

test.each<[string, boolean, DatabasePosition | undefined]>([
  ["nothing", true, undefined],
  ["an earlier position", true, seen({ position: 999n })],
  ["the same", false, seen({})],
  ["a later position", false, seen({ position: 1_001n })],
  ["a history that came before", true, seen({ history: 20, earlier: [10], position: 9_000n })],
  ["a history that came after", false, seen({ history: 40, earlier: [30, 20, 10], position: 5n })],
])("a sighting tells more than %s: %s", (_, ahead, kept) => {
  expect(isAhead(present, kept)).toBe(ahead);
});
