import { expect, test } from "vitest";
import { perceiveAsOriginal } from "../../../../../shared/domain/perceptions/original-lines.js";
import type { PerceptionLine, Perceptions } from "../../../../../shared/domain/perceptions.js";

// Notes of a voucher with perceptions. Source: api/README.md, "Perceptions".

const pesos = { currency: "PES", quotation: 1 };
const line = (record: PerceptionLine["record"], aliquot: string, subtotal: string, tribute: number | null) => ({
  record,
  baseAmount: "1000.00",
  aliquot,
  subtotal,
  tribute,
});
const perceptions: Perceptions = {
  regime: "sircip",
  period: "202612",
  deliveryStateId: 2,
  letter: "C",
  digit: 2,
  crc: 34,
  lines: [line(1, "0.05", "0.50", 0), line(5, "1.00", "10.00", 1)],
};
const original = { ...pesos, perceptions };
const creditOf = (net: string) => {
  const result = perceiveAsOriginal(original, [], { ...pesos, net, before: 0 });
  if ("refusal" in result) throw new Error(result.refusal.message.en);
  return { ...pesos, perceptions: result.perceptions };
};

test("a note has the original's lines on its own net, with the original's letter, digit, rates, province and CRC", () => {
  const result = perceiveAsOriginal(original, [], { ...pesos, net: "400.00", before: 1 });
  expect(result).toMatchObject({
    perceptions: {
      ...perceptions,
      lines: [
        { record: 1, baseAmount: "400.00", aliquot: "0.05", subtotal: "0.20", tribute: 1 },
        { record: 5, baseAmount: "400.00", aliquot: "1.00", subtotal: "4.00", tribute: 2 },
      ],
    },
    tributes: [{ subtotal: 0.2 }, { subtotal: 4, description: "Percepción SIRCIP por falta de alta en Catamarca" }],
  });
});

test("at most what is left of each line, which the refusal names", () => {
  const credits = [creditOf("400.00"), creditOf("500.00")];
  expect(perceiveAsOriginal(original, credits, { ...pesos, net: "100.00", before: 0 })).toHaveProperty("tributes");
  const more = perceiveAsOriginal(original, credits, { ...pesos, net: "100.01", before: 0 });
  expect(more).toMatchObject({ refusal: { field: null } });
  if (!("refusal" in more)) throw new Error("it was not refused");
  expect(more.refusal.message.en).toContain("1.00 PES of 1.00 % on 100.00");
  expect(more.refusal.message.es).toContain("$ 1,00 del 1,00 % sobre $ 100,00");
});

test("an informative line is bound by its base", () => {
  const informative = {
    ...original,
    perceptions: { ...perceptions, letter: "A", lines: [line(2, "0.00", "0.00", null)] },
  };
  const within = perceiveAsOriginal(informative, [], { ...pesos, net: "1000.00", before: 0 });
  expect(within).toMatchObject({ tributes: [], perceptions: { lines: [{ record: 2, baseAmount: "1000.00" }] } });
  expect(perceiveAsOriginal(informative, [], { ...pesos, net: "1000.01", before: 0 })).toHaveProperty("refusal");
});

test("a note in another currency is compared in the original's", () => {
  const dollars = { currency: "DOL", quotation: "1000" };
  expect(perceiveAsOriginal(original, [], { ...dollars, net: "1.00", before: 0 })).toHaveProperty("tributes");
  expect(perceiveAsOriginal(original, [], { ...dollars, net: "1.01", before: 0 })).toHaveProperty("refusal");
});

test("an original to which nothing was added has notes to which nothing is added", () => {
  const none = { ...original, perceptions: { ...perceptions, lines: [] } };
  const result = perceiveAsOriginal(none, [], { ...pesos, net: "5000.00", before: 0 });
  expect(result).toMatchObject({ tributes: [], perceptions: { lines: [] } });
});
