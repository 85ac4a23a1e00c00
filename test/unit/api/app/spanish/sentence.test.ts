import fc from "fast-check";
import { expect, test } from "vitest";
import { inSpanish } from "../../../../../api/app/spanish/in-spanish.js";
import { say, translator } from "../../../../../api/app/spanish/sentence.js";
import { propertyRuns } from "../../../../support/samples/property-runs.js";

test("a sentence with more words goes before one with fewer, wherever they stand", () => {
  const inThese = translator([
    say("must be {n} or less", "Hasta {n}."),
    say("must be {n} or less: it is a percentage", ({ n }) => `Hasta ${n} %.`),
    say("must be 7 or less", "Hasta siete."),
  ]);
  expect(inThese("must be 7 or less")).toBe("Hasta siete.");
  expect(inThese("must be 8 or less")).toBe("Hasta 8.");
  expect(inThese("must be 8 or less: it is a percentage")).toBe("Hasta 8 %.");
});

test("a slot is never empty, and may hold several lines", () => {
  const inThese = translator([say("from {a} to {b}", "{b}|{a}")]);
  expect(inThese("from 1\n2 to 3\n4")).toBe("3\n4|1\n2");
  for (const text of ["from  to 2", "from 1 to ", "from 1 to", "rom 1 to 2", "from 1", "from to"])
    expect(inThese(text)).toBeUndefined();
});

test("a text is found to be a sentence exactly when a pattern of its words finds it", () => {
  const english = fc
    .string({ unit: fc.constantFrom("a", "b", "{x}"), maxLength: 6 })
    .filter((text) => !text.includes("}{"));
  fc.assert(
    fc.property(english, fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 12 }), (sentence, text) => {
      const pattern = new RegExp(`^${sentence.replaceAll("{x}", ".+?")}$`);
      expect(translator([say(sentence, "Sí.")])(text) !== undefined).toBe(pattern.test(text));
    }),
    propertyRuns(3_000),
  );
});

test("a long text that is no sentence, or begins like one again and again, is judged at once", () => {
  const key = "The idempotency key already belongs to voucher ";
  const longs = [
    "1-",
    "must be ",
    "has 1 cells where ",
    `${key}1-1-1`,
    "There is no ",
    "Rounding each line gives VAT 1 on ",
  ];
  for (const words of longs) expect(inSpanish(`${key}${words.repeat(20_000)}`)).toBeUndefined();
});
