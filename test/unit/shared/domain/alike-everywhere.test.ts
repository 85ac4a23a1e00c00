import fc from "fast-check";
import { expect, test } from "vitest";
import { readFilters, toApiFilters } from "../../../../api/app/invoices/list/filters.js";
import { cuit, fiscalDate, money } from "../../../../api/app/spanish/formats.js";
import { headerView } from "../../../../renderer/header-view.js";
import { printAmount, printFullNumber } from "../../../../shared/domain/formats.js";
import { nameOfVoucher } from "../../../../shared/domain/spanish.js";
import { publicCase } from "../../../support/public-case.js";
import { sheetsOf } from "../../../support/readers/sheets-of.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";
import { sampleVoucher } from "../../renderer/sample-voucher.js";

const kind = "Every place writes it alike";
const rule = "EXTENSIONS.md, section 13; api/README.md, rule 14";

const found = (number: string) => toApiFilters(readFilters(new URLSearchParams({ number })));
const meaning = (pos: number, number: number) => (query: [string, string][]) =>
  expect(query.map(([name, value]) => [name, Number(value)])).toEqual([
    ["pos", pos],
    ["number", number],
  ]);

/** As the page's head has it. */
function onPaper(changes: { posNumber?: number; voucherNumber?: number; voucherDate?: string }) {
  const { posNumber, voucherNumber: number, ...rest } = headerView(sampleVoucher({}, changes), undefined, "below");
  return { ...rest, number: `${posNumber}-${number}` };
}

for (const [sent, posNumber, number, right] of [
  ["point of sale 1, number 12", 1, 12, "00001-00000012"],
  ["a point of sale of five digits", 12_345, 7, "12345-00000007"],
  ["the last point of sale and number", 99_998, 99_999_999, "99998-99999999"],
] as const)
  publicCase({ kind, sent, right: `${right} on screen, on paper and in a search`, rule }, () => {
    expect([printFullNumber(posNumber, number), onPaper({ posNumber, voucherNumber: number }).number]).toEqual([
      right,
      right,
    ]);
    meaning(posNumber, number)(found(right).query);
  });

for (const [sent, pos, number] of [
  ["0001-00000012", 1, 12],
  ["00001-00000012", 1, 12],
  ["Factura B 0002-00000701", 2, 701],
  ["FC A 12345 - 7", 12_345, 7],
] as const)
  publicCase({ kind, sent: `a search for ${sent}`, right: `point of sale ${pos}, number ${number}`, rule }, () => {
    const { query, faults } = found(sent);
    expect(faults).toEqual([]);
    meaning(pos, number)(query);
  });

publicCase({ kind, sent: "an associated voucher, on paper", right: "five digits, as everywhere", rule }, async () => {
  const associatedVouchers = [{ voucherType: 6, posNumber: 3, voucherNumber: 41, cuit: null }];
  const sheets = await sheetsOf(sampleVoucher({ voucherType: 8, associatedVouchers }, { voucherType: 8 }));
  expect(sheets).toContain(printFullNumber(3, 41));
  expect(sheets).not.toContain(" 0003-");
});

publicCase({ kind, sent: "the name of a point of sale for people", right: "printed above its address", rule }, () => {
  const { pointOfSale } = sampleVoucher();
  const named = headerView(
    sampleVoucher({}, { pointOfSale: { ...pointOfSale, printedName: "Sucursal Ñuñorco" } }),
    undefined,
    "below",
  );
  expect(named.issuer.branch).toBe("Sucursal Ñuñorco");
  expect(
    headerView(sampleVoucher({}, { pointOfSale: { ...pointOfSale, printedName: null } }), undefined, "below").issuer
      .branch,
  ).toBeNull();
});

test("whatever its numbers, day, tax id and amount, screen and paper write a voucher alike, and a search finds what they write", () => {
  const day = fc
    .date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10).replaceAll("-", ""));
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_998 }),
      fc.integer({ min: 1, max: 99_999_999 }),
      day,
      fc.stringMatching(/^\d{11}$/),
      fc.integer({ min: 0, max: 10 ** 12 }),
      (posNumber, number, voucherDate, taxId, cents) => {
        const paper = onPaper({ posNumber, voucherNumber: number, voucherDate });
        expect([printFullNumber(posNumber, number), fiscalDate(voucherDate)]).toEqual([paper.number, paper.date]);
        const named = nameOfVoucher({ voucherType: 6, posNumber, voucherNumber: number });
        for (const written of [paper.number, named, `${posNumber}-${number}`])
          meaning(posNumber, number)(found(written).query);
        if (posNumber < 10_000) meaning(posNumber, number)(found(paper.number.slice(1)).query);

        const { issuer } = sampleVoucher();
        const header = headerView(sampleVoucher({}, { issuer: { ...issuer, cuit: taxId } }), undefined, "below");
        expect(cuit(taxId)).toBe(header.issuer.cuit);
        const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
        expect(money(amount)).toBe(`$ ${printAmount(amount)}`);
      },
    ),
    propertyRuns(500),
  );
});
