import { expect, test } from "vitest";
import { findRefusal, ignore, readHandling, warningsOf } from "../../../../api/http/handling.js";
import { leastCpuMs } from "../../../support/cpu-time.js";

test.each([
  ["handling=strict", true],
  ["Handling=strict", true],
  ['handling="strict"', true],
  ["handling = strict", true],
  ["respond-async, handling=strict; why=not, wait=10", true],
  ["handling=strict, handling=lenient", true],
  ["handling=lenient, handling=strict", false],
  ["handling, handling=strict", false],
  ["handling=lenient", false],
  ["handling=stricter", false],
  ["mishandling=strict", false],
  ['note="a, handling=strict"', false],
  ['note="an escaped \\", handling=strict"', false],
  ["", false],
  [undefined, false],
])("the header Prefer: %s asks for strict handling: %s (RFC 7240)", (prefer, strict) => {
  expect(readHandling(prefer).strict).toBe(strict);
});

test.each([
  ["quotes", '"\\"'.repeat(21_000)],
  ["blanks before the end of a value", `handling=a${" ".repeat(64_000)}b`],
  ["commas", ",".repeat(64_000)],
])("a long header of %s takes no long time to read", (_what, prefer) => {
  expect(leastCpuMs(() => readHandling(prefer))).toBeLessThan(20);
});

const unknown = { en: "is unknown", es: "No se conoce." };
const found = (count: number) => Array.from({ length: count }, (_, n) => ({ field: `field${n}`, message: unknown }));

test("at most 50 warnings are given, each field once, and long names are cut", () => {
  const handling = readHandling();
  ignore(handling, [{ field: `?${"😀".repeat(1_000)}`, message: unknown }]);
  ignore(handling, [...found(3), ...found(3)]);
  expect(warningsOf(handling, true)).toHaveLength(4);
  const [long] = warningsOf(handling, true);
  expect(long?.field).toMatch(/^\?😀+.…$/u);
  expect([...(long?.field ?? "")]).toHaveLength(101);
  expect(long?.field.isWellFormed()).toBe(true);

  ignore(handling, found(1_000));
  expect(warningsOf(handling, true)).toHaveLength(50);
});

test("only strict handling refuses what was ignored, together with what is faulty", () => {
  const faults = [{ field: "items", message: { en: "is required: a list", es: "Falta." } }];
  const lenient = readHandling();
  ignore(lenient, found(1));
  expect(findRefusal(lenient)).toBeUndefined();
  expect(findRefusal(lenient, faults)).toMatchObject({ status: 400, faults });
  expect(warningsOf(lenient, false)).toEqual(found(1));

  const strict = readHandling("handling=strict");
  expect(findRefusal(strict)).toBeUndefined();
  ignore(strict, found(1));
  expect(findRefusal(strict, faults)).toMatchObject({
    status: 400,
    code: "VALIDATION_ERROR",
    faults: [...faults, ...found(1)],
  });
  // The details have said it.
  expect(warningsOf(strict, false)).toEqual([]);
});
