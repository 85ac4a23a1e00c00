import fc from "fast-check";
import { expect, test } from "vitest";
import { toDetail } from "../../../../issuer/authority/wsfe/cae-request.js";
import { writeXml } from "../../../../issuer/authority/xml.js";
import { computeAmounts } from "../../../../shared/domain/amounts.js";
import { toDeclaration } from "../../../../shared/domain/declaration.js";
import type { IssuanceRequest, Item } from "../../../../shared/domain/issuance-request.js";
import { predictProblems } from "../../../../shared/domain/predictions/predict-problems.js";
import { publicCase } from "../../../support/public-case.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";
import { invoiceB, item } from "../../issuer/authority/samples.js";
import { judgeDeclared } from "./judge-declared.js";

const today = "20260818";
const issuer = { cuit: "30712345671", taxType: 1 };

/** The rates that are declared, with base and VAT, and what the simulated authority and we have against it. */
function outcomeOf(changes: Partial<IssuanceRequest>) {
  const body = invoiceB({ priceIncludesVat: false, ...changes });
  const amounts = computeAmounts(body);
  return {
    rates: amounts.vatRows.map(({ taxType, base, amount }) => `${taxType}: ${base} + ${amount}`),
    lines: amounts.lines.length,
    refused: judgeDeclared(body, toDeclaration(body, amounts), { cuit: issuer.cuit, today }),
    foreseen: predictProblems({ body, amounts, issuer, today, lastDate: null }).map(({ code }) => code),
  };
}

const kind = "A rate whose lines come to 0.00 is not declared";
const rule = "API.md, rule 12; issuer/authority/README.md, section 4.3";
const of = (price: number, taxType: number, changes: Partial<Item> = {}): Item => ({
  ...item(price, taxType),
  ...changes,
});
const taxed = "5: 100.00 + 21.00";
const ofCompany = { ...invoiceB().customer, docType: 80, docNumber: "30710151543", taxType: 1 };

for (const [sent, changes, right] of [
  ["121 at 21 % and 0 at 10.5 %", { items: [of(100, 5), of(0, 4)] }, [taxed]],
  ["15000 exempt and 0 at 21 %", { items: [of(15_000, 2), of(0, 5)] }, []],
  ["a 100 % discount at 10.5 %", { items: [of(100, 5), of(80, 4, { discount: 100 })] }, [taxed]],
  ["quantity 0.0001 at 27 %", { items: [of(100, 5), of(10, 6, { quantity: 0.0001 })] }, [taxed]],
  ["0 % with a base stays", { items: [of(100, 5), of(50, 3), of(0, 3)] }, ["3: 50.00 + 0.00", taxed]],
  // Not in that report.
  [
    "a discount in money that is the whole line, at 5 %",
    { items: [of(100, 5), of(7.25, 8, { quantity: 4, discount: 29, discountType: "amount" })] },
    [taxed],
  ],
  ["free at 0 % beside exempt", { items: [of(10, 2), of(0, 3)] }, []],
  [
    "three lines of 0.004 at 2.5 % in dollars, letter A",
    {
      ...{ voucherType: 1, customer: ofCompany, currency: { id: "DOL", quotation: 1_000 } },
      items: [of(100, 5), of(0.004, 9), of(0.004, 9), of(0.004, 9)],
    },
    [taxed],
  ],
  [
    "prices that include VAT, 0.01 at 27 % less a discount of half",
    { priceIncludesVat: true, items: [of(121, 5), of(0.01, 6, { discount: 51 })] },
    [taxed],
  ],
  [
    "a credit note of a gift alone, with what is not taxable",
    {
      voucherType: 8,
      associatedPeriod: { from: "20260801", to: "20260810" },
      items: [of(500, 1), of(0, 5), of(0, 4)],
    },
    [],
  ],
] as [string, Partial<IssuanceRequest>, string[]][])
  publicCase({ kind, sent, right: right.length > 0 ? `declared: ${right.join(", ")}` : "no VAT", rule }, () => {
    expect(outcomeOf(changes)).toEqual({
      ...{ rates: right, lines: changes.items?.length, refused: [], foreseen: [] },
    });
  });

const anyLine = fc
  .record({ price: fc.integer({ min: 1, max: 1_000_000 }), taxType: fc.constantFrom(1, 2, 3, 4, 5, 6, 8, 9) })
  .map(({ price, taxType }) => of(price / 100, taxType));
const freeLine = fc
  .record({
    taxType: fc.constantFrom(1, 2, 3, 4, 5, 6, 8, 9),
    free: fc.constantFrom<Partial<Item>>(
      { price: 0 },
      { price: 12.5, discount: 100 },
      { price: 12.5, quantity: 2, discount: 25, discountType: "amount" },
      { price: 0.3, quantity: 0.0001 },
      { price: 0.004 },
    ),
  })
  .map(({ taxType, free }) => of(0, taxType, free));

test("lines that come to nothing change neither what is declared nor what is refused, wherever they stand", () => {
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 5 }),
      fc.array(fc.record({ line: freeLine, at: fc.nat({ max: 5 }) }), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      (paid, free, priceIncludesVat) => {
        const items = [...paid];
        for (const { line, at } of free) items.splice(at, 0, line);
        const { lines: _, ...whole } = outcomeOf({ items, priceIncludesVat });
        const { lines: __, ...without } = outcomeOf({ items: paid, priceIncludesVat });
        expect(whole).toEqual(without);
        const declare = (some: Item[]) => {
          const body = invoiceB({ items: some, priceIncludesVat });
          return toDeclaration(body, computeAmounts(body));
        };
        expect(declare(items)).toEqual(declare(paid));
      },
    ),
    propertyRuns(1_000),
  );
});

test("the page prints the line all the same, with its amount", () => {
  const body = invoiceB({ items: [of(121, 5), of(0, 4)] });
  expect(computeAmounts(body).lines.map(({ amount }) => amount)).toEqual(["121.00", "0.00"]);
  expect(writeXml(toDetail({ number: 1, declared: toDeclaration(body, computeAmounts(body)) }))).not.toContain(
    "<Id>4</Id>",
  );
});
