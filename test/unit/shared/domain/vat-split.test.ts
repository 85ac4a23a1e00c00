import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseAmounts, computeAmounts } from "../../../../shared/domain/amounts.js";
import { toDeclaration } from "../../../../shared/domain/declaration.js";
import type { IssuanceRequest, Item } from "../../../../shared/domain/issuance-request.js";
import { Decimal, sum } from "../../../../shared/domain/money.js";
import { predictProblems } from "../../../../shared/domain/predictions/predict-problems.js";
import { publicCase } from "../../../support/public-case.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";
import { invoiceB, item } from "../../issuer/authority/samples.js";
import { judgeDeclared } from "./judge-declared.js";

const today = "20260818";
const issuer = { cuit: "30712345671", taxType: 1 };

/** What the simulated authority has against the literal sums and against the split, and what we foresee of the split. */
function outcomeOf(body: IssuanceRequest) {
  const [literal, split] = [computeAmounts(body), computeAmounts(body, "authority")];
  const judge = (amounts: typeof literal) =>
    judgeDeclared(body, toDeclaration(body, amounts), { cuit: issuer.cuit, today });
  return {
    literal: judge(literal),
    split: judge(split),
    foreseen: predictProblems({ body, amounts: split, issuer, today, lastDate: null }).map(({ code }) => code),
    moved: new Decimal(split.total).minus(literal.total).toFixed(2),
    chosen: chooseAmounts({ vatRounding: "authority" }, body, literal).amounts,
    amounts: split,
  };
}

const kind = "What vatRounding auto promises is kept";
const rule = "issuer/README.md, section 7";
const dollars = { currency: { id: "DOL", quotation: 1_000 } };
const times = (count: number, line: Item) => Array.from({ length: count }, () => line);

for (const [sent, changes, refused] of [
  ["60 lines of USD 0.02 at 21 %", { ...dollars, items: times(60, item(0.02, 5)) }, [10018, 10051]],
  ["100 lines of 0.01", { items: times(100, item(0.01, 5)) }, [10018, 10051]],
  // Not in that report.
  ["40 bags of 0.12, without VAT", { priceIncludesVat: false, items: times(40, item(0.12, 5)) }, [10051]],
  ["70 lines of 0.03 at 10.5 %", { items: times(70, item(0.03, 4)) }, [10018, 10051]],
  ["letter A, 90 lines of 0.01 at 27 %", { voucherType: 1, items: times(90, item(0.01, 6)) }, [10018, 10051]],
  [
    "two rates at once: 50 lines of 0.02 at 21 %, 50 of 0.04 at 10.5 %",
    { items: [...times(50, item(0.02, 5)), ...times(50, item(0.04, 4))] },
    [10018, 10051],
  ],
] as [string, Partial<IssuanceRequest>, number[]][])
  publicCase({ kind, sent, right: `${refused.join(" with ")}, and the split is taken`, rule }, () => {
    const customer = { ...invoiceB().customer, docType: 80, docNumber: "30710151543", taxType: 1 };
    const body = invoiceB({ ...(changes.voucherType === 1 && { customer }), ...changes });
    const { literal, split, foreseen, moved, chosen, amounts } = outcomeOf(body);
    expect([[...new Set(literal)].sort(), split, foreseen]).toEqual([refused, [], []]);
    expect(chosen).toEqual(amounts);
    // The customer pays the prices that were shown.
    if (body.priceIncludesVat) expect(moved).toBe("0.00");
  });

test("the simulated authority refuses no basket of small lines once it is split, and prices with VAT keep their total", () => {
  const line = fc
    .record({ cents: fc.integer({ min: 1, max: 30 }), taxType: fc.constantFrom(3, 4, 5, 6, 8, 9) })
    .map(({ cents, taxType }) => item(cents / 100, taxType));
  const kinds = fc.array(fc.record({ line, count: fc.integer({ min: 1, max: 60 }) }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(kinds, fc.boolean(), fc.boolean(), (some, priceIncludesVat, inDollars) => {
      const items = some.flatMap(({ line: one, count }) => times(count, one));
      const body = invoiceB({ items, priceIncludesVat, ...(inDollars && dollars) });
      const { literal, split, moved, amounts } = outcomeOf(body);
      // What needs no cure is left alone by `auto`: the split is for what was refused.
      if (literal.includes(10051)) expect(split).toEqual([]);
      if (priceIncludesVat) expect(moved).toBe("0.00");
      const parts = [amounts.net, amounts.vat].map((amount) => new Decimal(amount));
      expect(sum(parts).toFixed(2)).toBe(amounts.total);
    }),
    propertyRuns(1_000),
  );
});
