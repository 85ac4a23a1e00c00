import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeAmounts } from "../../../../../shared/domain/amounts.js";
import { Decimal } from "../../../../../shared/domain/money.js";
import { digitOf, jurisdictions } from "../../../../../shared/domain/perceptions/jurisdictions.js";
import { withPerceptions } from "../../../../../shared/domain/perceptions/perceived-tributes.js";
import { perceive } from "../../../../../shared/domain/perceptions/sircip-lines.js";
import { ratesOn } from "../../../../../shared/domain/perceptions/sircip-rates.js";
import { perceivedReceiver, standing } from "../../../../support/samples/sircip.js";
import { invoiceB } from "../../../issuer/authority/samples.js";

// Perceptions of SIRCIP. Sources: api/README.md, "Perceptions"; issuer/authority/README.md, section 19.

const sale = (over: object = {}) =>
  invoiceB({
    voucherDate: "20261215",
    customer: perceivedReceiver,
    perceptions: "sircip",
    deliveryStateId: 2,
    tributes: [],
    ...over,
  } as never);

function linesOf(result: ReturnType<typeof perceive>): string[] {
  if ("refusal" in result) return [result.refusal.message.en];
  return result.perceptions.lines.map(({ record, subtotal, tribute }) => `${record} ${subtotal} ${tribute}`);
}

const codesOf = (result: ReturnType<typeof perceive>): string[] =>
  "notes" in result ? result.notes.map(({ code }) => code) : [];

describe("the worked example: letter C, net 1000", () => {
  const digits = "5225252222222225522512540";
  const own = { type: 7, baseAmount: 1000, aliquot: 3, subtotal: 30, description: "Percepción IIBB CABA" };
  const at = (stateId: number) => ({ letter: "C", digit: digitOf(digits, stateId), crc: 34 });

  test.each([
    { to: "Catamarca", stateId: 2, begins: "20261201", tributes: [], lines: ["1 0.50 0", "5 10.00 1"] },
    { to: "CABA, with its own perception", stateId: 0, begins: null, tributes: [own], lines: ["1 0.50 1"] },
    { to: "Córdoba", stateId: 3, begins: "20261201", tributes: [], lines: ["1 0.50 0"] },
    { to: "Santa Fe", stateId: 12, begins: null, tributes: [], lines: ["1 0.50 0"] },
  ])("to $to", ({ stateId, begins, tributes, lines }) => {
    const agent = { from: "20261201", ownPerceptions: [0] };
    const result = perceive(
      sale({ deliveryStateId: stateId, tributes }),
      "1000.00",
      standing({ agent, begins, entry: at(stateId) }),
    );
    expect(linesOf(result)).toEqual(lines);
  });

  test("who is not in the padrón: 20.00 in Córdoba, nothing in Corrientes", () => {
    expect(linesOf(perceive(sale({ deliveryStateId: 3 }), "1000.00", standing()))).toEqual(["4 20.00 0"]);
    const corrientes = standing({ begins: null, adhesion: "not adhered" });
    expect(linesOf(perceive(sale({ deliveryStateId: 4 }), "1000.00", corrientes))).toEqual([]);
  });

  test("the tributes have type 7, the taxed net, the rate and the prescribed words", () => {
    const result = perceive(sale(), "1000.00", standing({ entry: at(2) }));
    expect(result).toMatchObject({
      tributes: [
        { type: 7, baseAmount: 1000, aliquot: 0.05, subtotal: 0.5, description: "Percepción SIRCIP" },
        {
          type: 7,
          baseAmount: 1000,
          aliquot: 1,
          subtotal: 10,
          description: "Percepción SIRCIP por falta de alta en Catamarca",
        },
      ],
      perceptions: { regime: "sircip", period: "202612", deliveryStateId: 2, letter: "C", digit: 2, crc: 34 },
    });
    const absent = perceive(sale(), "1000.00", standing());
    expect(absent).toMatchObject({ tributes: [{ description: "Percepción SIRCIP por no inscripto", subtotal: 20 }] });
  });
});

describe("every digit with every letter", () => {
  const letters = Object.keys(ratesOn("20261201").letters);
  /** Records with their rates, where the province has begun, and where it has not. */
  const table: Record<number, { begun: (rate: string) => string[]; before: (rate: string) => string[] }> = {
    1: { begun: (rate) => [`1 ${rate}`], before: () => [] },
    2: { begun: (rate) => [`1 ${rate}`, "5 1.00"], before: () => [] },
    3: { begun: (rate) => [`1 ${rate}`], before: () => [] },
    4: { begun: (rate) => [`1 ${rate}`], before: (rate) => [`1 ${rate}`] },
    5: { begun: (rate) => [`1 ${rate}`], before: (rate) => [`1 ${rate}`] },
  };

  test("there are 24 letters, from 0 to 5 per cent", () => {
    expect(letters.join("")).toBe("ABCDEFGHIJKLMNOPQRSTUVWX");
    const rates = letters.map((letter) => Number(ratesOn("20261201").letters[letter]));
    expect(rates).toEqual(rates.toSorted((one, other) => one - other));
    expect([rates[0], rates.at(-1)]).toEqual([0, 5]);
  });

  test.each([1, 2, 3, 4, 5])("digit %i", (digit) => {
    for (const letter of letters)
      for (const hasBegun of [true, false]) {
        const entry = { letter, digit, crc: 10 };
        const begins = hasBegun ? "20261215" : "20261216";
        const result = perceive(sale(), "1000.00", standing({ entry, begins }));
        const rate = Number(ratesOn("20261201").letters[letter]).toFixed(2);
        const due = table[digit]?.[hasBegun ? "begun" : "before"](rate) ?? [];
        // Letter A has its informative record wherever it is delivered, in place of its perception.
        const expected = letter === "A" ? ["2 0.00", ...due.filter((line) => !line.startsWith("1 "))] : due;
        if ("refusal" in result) throw new Error(result.refusal.message.en);
        const lines = result.perceptions.lines.map(({ record, aliquot }) => `${record} ${aliquot}`);
        expect([letter, hasBegun, lines]).toEqual([letter, hasBegun, expected]);
        expect(codesOf(result)).toEqual([
          ...(digit === 4 ? ["OWN_PERCEPTION"] : []),
          ...(digit <= 3 && !hasBegun ? ["PERCEPTION_NOT_YET"] : []),
        ]);
      }
  });

  test("letter A with digit 2: only the surcharge is a tribute", () => {
    const result = perceive(sale(), "1000.00", standing({ entry: { letter: "A", digit: 2, crc: 10 } }));
    expect(linesOf(result)).toEqual(["2 0.00 null", "5 10.00 0"]);
  });

  test("a digit that nobody knows stops the sale", () => {
    const result = perceive(sale(), "1000.00", standing({ entry: { letter: "C", digit: 7, crc: 10 } }));
    expect(result).toMatchObject({ refusal: { field: null, message: { en: expect.stringContaining("digit 7") } } });
  });
});

describe("notes and refusals", () => {
  const entry = { letter: "C", digit: 4, crc: 34 };
  const given = { type: 7, baseAmount: 1000, aliquot: 3, subtotal: 30, description: null };

  test("without deliveryStateId the receiver's province counts, and a note names it", () => {
    const result = perceive(sale({ deliveryStateId: undefined }), "1000.00", standing());
    expect(result).toMatchObject({
      perceptions: { deliveryStateId: 2 },
      notes: [{ code: "PERCEPTION_DELIVERY", message: { en: expect.stringContaining("Catamarca") } }],
    });
  });

  test("an own perception that is missing is a refusal in the company's own provinces, and else a note", () => {
    const agent = { from: "20261201", ownPerceptions: [2] };
    expect(perceive(sale(), "1000.00", standing({ agent, entry }))).toMatchObject({
      refusal: { field: null, message: { en: expect.stringContaining("Catamarca") } },
    });
    expect(codesOf(perceive(sale(), "1000.00", standing({ entry, begins: null })))).toEqual(["OWN_PERCEPTION"]);
    const sent = perceive(sale({ tributes: [given] }), "1000.00", standing({ agent, entry, begins: null }));
    expect(codesOf(sent)).toEqual([]);
  });

  test("a perception of the body in a province that takes part is told", () => {
    expect(codesOf(perceive(sale({ tributes: [given] }), "1000.00", standing()))).toEqual(["PERCEPTION_TWICE"]);
    expect(codesOf(perceive(sale({ tributes: [given] }), "1000.00", standing({ begins: null })))).toEqual([
      "PERCEPTION_NOT_YET",
    ]);
  });

  test("nothing is told of a province's day where the newest padrón says that it did not adhere", () => {
    const result = perceive(sale(), "1000.00", standing({ begins: null, adhesion: "not adhered" }));
    expect(codesOf(result)).toEqual([]);
  });

  test.each([
    ["no agent", { agent: null }, "perceptions"],
    ["before the agent's day", { agent: { from: "20261216", ownPerceptions: [] } }, "perceptions"],
    ["a month that is not loaded", { hasPeriod: false }, null],
  ])("%s is refused", (_, over, field) => {
    expect(perceive(sale(), "1000.00", standing(over))).toMatchObject({ refusal: { field } });
  });

  test.each([
    ["a final consumer", { customer: { ...perceivedReceiver, docType: 96, taxType: 5 } }],
    ["a consumer with a CUIT", { customer: { ...perceivedReceiver, taxType: 5 } }],
    ["a country", { customer: { ...perceivedReceiver, docNumber: "55000000018" } }],
  ])("nothing is added for %s, whatever the padrón is", (_, over) => {
    const result = perceive(sale(over), "1000.00", standing({ hasPeriod: false }));
    expect(result).toMatchObject({ tributes: [], perceptions: { letter: null, lines: [] } });
  });

  test("nothing is added for who gave a certificate of exclusion", () => {
    const result = perceive(sale(), "1000.00", standing({ isExempt: true, entry: { letter: "X", digit: 1, crc: 34 } }));
    expect(result).toMatchObject({ tributes: [], perceptions: { letter: null, lines: [] } });
  });
});

describe("amounts", () => {
  test("each is base × rate / 100, rounded half up, and 0.00 is no tribute", () => {
    const letters = Object.entries(ratesOn("20261201").letters);
    fc.assert(
      fc.property(
        fc.nat(100_000_000),
        fc.constantFrom(...letters),
        fc.constantFrom(1, 2, 3, 4, 5),
        (cents, [letter, rate], digit) => {
          const net = new Decimal(cents).div(100).toFixed(2);
          const result = perceive(sale(), net, standing({ entry: { letter, digit, crc: 34 } }));
          if ("refusal" in result) throw new Error(result.refusal.message.en);
          const { lines } = result.perceptions;
          if (cents === 0) expect(lines).toEqual([]);
          for (const { record, baseAmount, subtotal, tribute } of lines) {
            // In hundred-thousandths, so that nothing is rounded before.
            const exact = BigInt(cents) * BigInt(new Decimal(record === 5 ? "1" : rate).times(100).toFixed(0));
            const half = (exact + 5_000n) / 10_000n;
            expect([baseAmount, subtotal]).toEqual([net, new Decimal(half.toString()).div(100).toFixed(2)]);
            expect(tribute === null).toBe(half === 0n);
          }
          const subtotals = lines.filter(({ tribute }) => tribute !== null).map(({ subtotal }) => Number(subtotal));
          expect(result.tributes.map(({ subtotal }) => subtotal)).toEqual(subtotals);
        },
      ),
    );
  });

  test("they stand behind the tributes of the body, and count in the total", () => {
    const given = { type: 4, baseAmount: 100, aliquot: 0, subtotal: 5, description: "Impuestos internos" };
    const body = sale({ tributes: [given] });
    const amounts = computeAmounts(body);
    const result = perceive(body, "1000.00", standing({ entry: { letter: "C", digit: 2, crc: 34 } }));
    if ("refusal" in result) throw new Error(result.refusal.message.en);
    expect(result.perceptions.lines.map(({ tribute }) => tribute)).toEqual([1, 2]);
    const content = withPerceptions({ body, amounts }, result);
    expect(content.body.tributes).toHaveLength(3);
    expect(content.amounts).toEqual(computeAmounts(content.body));
  });
});

test("each province has its jurisdiction, and its digit is read from the right", () => {
  expect(jurisdictions.map(({ jurisdiction }) => jurisdiction)).toEqual(
    Array.from({ length: 24 }, (_, at) => 901 + at),
  );
  expect(new Set(jurisdictions.map(({ stateId }) => stateId)).size).toBe(24);
  expect(jurisdictions.find(({ stateId }) => stateId === 15)).toBeUndefined();
  const digits = "5225355222512555552512420";
  // CABA, Buenos Aires, Tucumán: the last two before the 0, and the first.
  expect([0, 1, 14].map((stateId) => digitOf(digits, stateId))).toEqual([2, 4, 5]);
});
