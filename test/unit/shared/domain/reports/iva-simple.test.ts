import { expect, test } from "vitest";
import { createIvaSimple } from "../../../../../shared/domain/reports/iva-simple.js";
import type { ReportVoucher } from "../../../../../shared/domain/reports/report-voucher.js";
import { createSummary } from "../../../../../shared/domain/reports/summary.js";
import { centsInPesos, drawReportVouchers, shuffle } from "../../../../support/samples/random-report-vouchers.js";
import { reportExamples, reportVoucher } from "../../../../support/samples/report-examples.js";

function aggregate(vouchers: ReportVoucher[]) {
  const report = createIvaSimple();
  for (const voucher of vouchers) report.add(voucher);
  return { ...report, debit: report.debit(), restitution: report.restitution() };
}

const lines = (...rows: string[]) => rows.map((row) => `${row}\r\n`).join("");

test("the worked examples give the rows of the layout, byte for byte", () => {
  const expected = {
    debit: lines(
      "620100;1;1;4;500;52,5;0;",
      "620100;1;1;5;147050;30880,5;0;",
      "620100;1;3;5;200;42;0;",
      "620100;3;;;;;;550",
    ),
    restitution: lines("620100;1;1;4;500;52,5;"),
    withoutActivity: { count: 0, names: [] },
    assumedRegistered: { count: 0, names: [] },
  };
  expect(aggregate(reportExamples)).toMatchObject(expected);
  expect(aggregate(reportExamples.toReversed())).toMatchObject(expected);
});

test("a credit note of exempt and not taxable sales is one row of operation 2", () => {
  const note = { net: "0.00", vat: "0.00", vatRows: [] };
  const { debit, restitution } = aggregate([
    reportVoucher({ ...note, voucherType: 8, exempt: "300.00" }),
    reportVoucher({ ...note, voucherType: 53, notTaxable: "0.50" }),
  ]);
  expect([debit, restitution]).toEqual(["", lines("620100;2;;;;;300,5")]);
});

test.each([
  [1, 1],
  [6, 2],
  [13, 2],
  [16, 2],
  [4, 3],
  [5, 3],
  [7, 3],
  [8, 3],
  [9, 3],
  [10, 3],
  [15, 3],
])("a receiver of condition %i is a buyer of kind %i", (receiverCondition, kind) => {
  const { debit, assumedRegistered } = aggregate([reportVoucher({ receiverCondition })]);
  expect(debit).toBe(lines(`620100;1;${kind};5;100;21;0;`));
  expect(assumedRegistered.count).toBe(0);
});

test("without the receiver's condition a B tells the kind of buyer, and an A counts as registered and is named", () => {
  const ofUnknown = { receiverCondition: null };
  const { debit, assumedRegistered } = aggregate([
    reportVoucher({ ...ofUnknown, voucherType: 206 }),
    reportVoucher({ ...ofUnknown, voucherType: 51, voucherNumber: 9 }),
    reportVoucher({ ...ofUnknown, voucherType: 1, net: "0.00", vat: "0.00", vatRows: [], exempt: "7.00" }),
  ]);
  expect(debit).toBe(lines("620100;1;1;5;100;21;0;", "620100;1;3;5;100;21;0;", "620100;3;;;;;;7"));
  expect(assumedRegistered).toEqual({
    count: 1,
    names: [`Factura A con Leyenda "Operación Sujeta a Retención" 00002-00000009`],
  });
});

test("pesos are rounded half up for each voucher and rate, before they are added", () => {
  const row = { taxType: 5, base: "0.01", amount: "0.01" };
  const dollars = { currency: "DOL", quotation: "0.5", vatRows: [row, { ...row, taxType: 6 }] };
  const { debit } = aggregate([
    reportVoucher(dollars),
    reportVoucher({ ...dollars, quotation: "0.49" }),
    reportVoucher(dollars),
  ]);
  expect(debit).toBe(lines("620100;1;3;5;0,02;0,02;0;", "620100;1;3;6;0,02;0,02;0;"));
});

test("sales at 0 % are taxed sales without tax, and rows of zeros are left out", () => {
  const { debit, restitution } = aggregate([
    reportVoucher({
      vatRows: [
        { taxType: 3, base: "80.00", amount: "0.00" },
        { taxType: 4, base: "0.00", amount: "0.00" },
      ],
    }),
    reportVoucher({ voucherType: 8, vatRows: [{ taxType: 3, base: "0.00", amount: "0.00" }] }),
  ]);
  expect([debit, restitution]).toEqual([lines("620100;1;3;3;80;0;0;"), ""]);
});

test("vouchers without activity are counted, the first 100 named, and in neither file; a C needs none", () => {
  const { debit, withoutActivity } = aggregate([
    reportVoucher({ voucherType: 11, vat: "0.00", vatRows: [], activity: null }),
    ...Array.from({ length: 101 }, (_, at) => reportVoucher({ voucherNumber: at + 1, activity: null })),
    reportVoucher({ activity: "011119" }),
  ]);
  expect(debit).toBe(lines("011119;1;3;5;100;21;0;"));
  expect(withoutActivity.count).toBe(101);
  expect(withoutActivity.names).toHaveLength(100);
  expect([withoutActivity.names[0], withoutActivity.names[99]]).toEqual([
    "Factura B 00002-00000001",
    "Factura B 00002-00000100",
  ]);
});

/** An independent oracle: every cell in cents, in a table by all columns that tell rows apart. */
const isCreditNote = ({ voucherType }: ReportVoucher) => [3, 8, 13, 53, 203, 208, 213].includes(voucherType);
const isB = ({ voucherType }: ReportVoucher) => [6, 7, 8, 9, 206, 207, 208].includes(voucherType);

function buyerOf(voucher: ReportVoucher): string {
  const condition = String(voucher.receiverCondition);
  if (/^(4|5|7|8|9|10|15)$/.test(condition)) return "3";
  if (/^(6|13|16)$/.test(condition)) return "2";
  return condition !== "1" && isB(voucher) ? "3" : "1";
}

function printCents(cents: bigint): string {
  const [whole, fraction] = [cents / 100n, String(cents % 100n).padStart(2, "0")];
  return fraction === "00" ? `${whole}` : `${whole},${fraction.replace(/0$/, "")}`;
}

function oracle(vouchers: ReportVoucher[], ofCreditNotes: boolean): string {
  const table = new Map<string, [bigint, bigint]>();
  const add = (key: string, one: bigint, other: bigint) => {
    const [sumOfOne, sumOfOther] = table.get(key) ?? [0n, 0n];
    table.set(key, [sumOfOne + one, sumOfOther + other]);
  };
  for (const voucher of vouchers.filter((each) => isCreditNote(each) === ofCreditNotes)) {
    const cents = (amount: string) => centsInPesos(amount, voucher.quotation);
    for (const { taxType, base, amount } of voucher.vatRows)
      add(`${voucher.activity};1;${buyerOf(voucher)};${taxType}`, cents(base), cents(amount));
    add(`${voucher.activity};9`, cents(voucher.exempt), cents(voucher.notTaxable));
  }
  const rows = [...table].filter(([, [one, other]]) => one + other > 0n);
  return lines(
    ...rows
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, [one, other]]) => {
        const [activity, operation] = key.split(";");
        if (operation === "1") return `${key};${printCents(one)};${printCents(other)};${ofCreditNotes ? "" : "0;"}`;
        return ofCreditNotes
          ? `${activity};2;;;;;${printCents(one + other)}`
          : `${activity};3;;;;;;${printCents(one + other)}`;
      }),
  );
}

test("ten thousand vouchers in any order give the bytes of an independent oracle, and the sums of the summary", () => {
  const drawn = drawReportVouchers(10_000);
  const known = drawn.filter(({ activity }) => activity !== null);
  const report = aggregate(shuffle(drawn));
  expect(report.debit).toBe(oracle(known, false));
  expect(report.restitution).toBe(oracle(known, true));
  const toTell = drawn.filter(
    ({ activity, vatRows, exempt, notTaxable, quotation }) =>
      activity === null &&
      [exempt, notTaxable, ...vatRows.flatMap(({ base, amount }) => [base, amount])].some(
        (amount) => centsInPesos(amount, quotation) > 0n,
      ),
  );
  expect(report.withoutActivity.count).toBe(toTell.length);

  const summary = createSummary();
  for (const voucher of known) summary.add(voucher);
  const { byRate, byType } = summary.result();
  const sumOf = (text: string, columns: number[], of: RegExp) =>
    text
      .split("\r\n")
      .filter((row) => of.test(row))
      .flatMap((row) => columns.map((column) => row.split(";")[column] ?? ""))
      .reduce((sum, cell) => sum + toCents(cell.replace(",", ".")), 0n);
  const difference = (column: number, of: RegExp) =>
    sumOf(report.debit, [column], of) - sumOf(report.restitution, [column], of);
  for (const { taxType, net, vat } of byRate) {
    const ofRate = new RegExp(`^\\d+;1;\\d;${taxType};`);
    expect([taxType, difference(4, ofRate), difference(5, ofRate)]).toEqual([taxType, toCents(net), toCents(vat)]);
  }
  const untaxed = byType.flatMap(({ exempt, notTaxable }) => [toCents(exempt), toCents(notTaxable)]);
  expect(sumOf(report.debit, [7], /^\d+;3;/) - sumOf(report.restitution, [6], /^\d+;2;/)).toBe(
    untaxed.reduce((sum, amount) => sum + amount, 0n),
  );
});

/** "-12.5" in cents. */
function toCents(amount: string): bigint {
  const [whole = "", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(2, "0"));
}

test("what it keeps does not grow with the vouchers", () => {
  const report = createIvaSimple();
  for (let number = 1; number <= 200_000; number++)
    report.add(
      reportVoucher({
        voucherNumber: number,
        activity: number % 2 ? "620100" : null,
        receiverCondition: null,
        voucherType: 1,
      }),
    );
  expect(report.debit()).toBe(lines("620100;1;1;5;10000000;2100000;0;"));
  const { withoutActivity, assumedRegistered } = report;
  expect([withoutActivity.count, withoutActivity.names.length]).toEqual([100_000, 100]);
  expect([assumedRegistered.count, assumedRegistered.names.length]).toEqual([100_000, 100]);
});
