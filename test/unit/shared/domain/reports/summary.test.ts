import { expect, test } from "vitest";
import { maxMissing } from "../../../../../shared/domain/reports/number-runs.js";
import type { ReportVoucher } from "../../../../../shared/domain/reports/report-voucher.js";
import { createSummary, type ReportSummary } from "../../../../../shared/domain/reports/summary.js";
import { centsInPesos, drawReportVouchers, shuffle } from "../../../../support/samples/random-report-vouchers.js";
import { reportExamples, reportVoucher } from "../../../../support/samples/report-examples.js";

function summarize(vouchers: ReportVoucher[]): ReportSummary {
  const summary = createSummary();
  for (const voucher of vouchers) summary.add(voucher);
  return summary.result();
}

test("the worked examples are summed by type and rate, in pesos, and credit notes subtract", () => {
  const nothing = { exempt: "0.00", notTaxable: "0.00", tributes: "0.00" };
  expect(summarize(reportExamples)).toEqual({
    vouchers: 9,
    byType: [
      {
        voucherType: 1,
        count: 4,
        net: "147550.00",
        vat: "30933.00",
        exempt: "300.00",
        notTaxable: "0.00",
        tributes: "145.00",
        total: "178928.00",
      },
      { ...nothing, voucherType: 3, count: 1, net: "-500.00", vat: "-52.50", total: "-552.50" },
      {
        ...nothing,
        voucherType: 6,
        count: 3,
        net: "200.00",
        vat: "42.00",
        exempt: "50.00",
        notTaxable: "200.00",
        total: "492.00",
      },
      { ...nothing, voucherType: 11, count: 1, net: "5000.00", vat: "0.00", total: "5000.00" },
    ],
    byRate: [
      { taxType: 4, net: "0.00", vat: "0.00" },
      { taxType: 5, net: "147250.00", vat: "30922.50" },
    ],
    numbering: [
      { pos: 1, type: 11, from: 88, to: 88, missing: [], missingCount: 0 },
      { pos: 2, type: 1, from: 701, to: 704, missing: [], missingCount: 0 },
      { pos: 2, type: 3, from: 40, to: 40, missing: [], missingCount: 0 },
      { pos: 2, type: 6, from: 1520, to: 1522, missing: [], missingCount: 0 },
    ],
  });
});

test("a period without vouchers has an empty summary", () => {
  expect(summarize([])).toEqual({ vouchers: 0, byType: [], byRate: [], numbering: [] });
});

test("half a cent is rounded away from zero, of a credit note too, for each voucher", () => {
  const cent = { quotation: "0.5", net: "0.01", vatRows: [{ taxType: 5, base: "0.01", amount: "0.00" }] };
  const { byType, byRate } = summarize(
    [6, 6, 8, 8, 8].map((voucherType, at) => reportVoucher({ ...cent, voucherType, voucherNumber: at + 1 })),
  );
  expect(byType.map(({ net }) => net)).toEqual(["0.02", "-0.03"]);
  expect(byRate).toEqual([{ taxType: 5, net: "-0.01", vat: "0.00" }]);
});

test("at most 1000 missing numbers are listed, and all are counted", () => {
  const { numbering } = summarize([5, 99_999_999, 7].map((voucherNumber) => reportVoucher({ voucherNumber })));
  expect(maxMissing).toBe(1000);
  expect(numbering).toMatchObject([{ from: 5, to: 99_999_999, missingCount: 99_999_992 }]);
  expect(numbering[0]?.missing).toEqual([6, ...Array.from({ length: 999 }, (_, at) => 8 + at)]);
});

/** An independent oracle: sums in cents, and numbering by looking at every number. */
const isCreditNote = (voucherType: number) => [3, 8, 13, 53, 203, 208, 213].includes(voucherType);
const printCents = (cents: bigint) =>
  `${cents < 0n ? "-" : ""}${String(cents < 0n ? -cents : cents).padStart(3, "0")}`.replace(/(..)$/, ".$1");

function oracle(vouchers: ReportVoucher[]): ReportSummary {
  const sum = (amounts: [ReportVoucher, string][]) =>
    printCents(
      amounts.reduce((total, [{ voucherType, quotation }, amount]) => {
        const cents = centsInPesos(amount, quotation);
        return isCreditNote(voucherType) ? total - cents : total + cents;
      }, 0n),
    );
  const different = (numbers: number[]) => [...new Set(numbers)].sort((a, b) => a - b);
  const rows = vouchers.flatMap((voucher) => voucher.vatRows.map((row) => ({ voucher, ...row })));
  return {
    vouchers: vouchers.length,
    byType: different(vouchers.map(({ voucherType }) => voucherType)).map((voucherType) => {
      const ofType = vouchers.filter((voucher) => voucher.voucherType === voucherType);
      const sumOf = (read: (voucher: ReportVoucher) => string) =>
        sum(ofType.map((voucher) => [voucher, read(voucher)]));
      return {
        voucherType,
        count: ofType.length,
        net: sumOf(({ net }) => net),
        vat: sumOf(({ vat }) => vat),
        exempt: sumOf(({ exempt }) => exempt),
        notTaxable: sumOf(({ notTaxable }) => notTaxable),
        tributes: sumOf(({ tributesTotal }) => tributesTotal),
        total: sumOf(({ total }) => total),
      };
    }),
    byRate: different(rows.map(({ taxType }) => taxType)).map((taxType) => {
      const ofRate = rows.filter((row) => row.taxType === taxType);
      return {
        taxType,
        net: sum(ofRate.map(({ voucher, base }) => [voucher, base])),
        vat: sum(ofRate.map(({ voucher, amount }) => [voucher, amount])),
      };
    }),
    numbering: different(vouchers.map(({ posNumber }) => posNumber)).flatMap((pos) => {
      const ofPos = vouchers.filter(({ posNumber }) => posNumber === pos);
      return different(ofPos.map(({ voucherType }) => voucherType)).map((type) => {
        const seen = new Set(
          ofPos.filter(({ voucherType }) => voucherType === type).map(({ voucherNumber }) => voucherNumber),
        );
        const from = Math.min(...seen);
        const to = Math.max(...seen);
        const missing = Array.from({ length: to - from + 1 }, (_, at) => from + at).filter(
          (number) => !seen.has(number),
        );
        return { pos, type, from, to, missing: missing.slice(0, 1000), missingCount: missing.length };
      });
    }),
  };
}

test("ten thousand vouchers in any order have the sums and the numbering of an independent oracle", () => {
  const vouchers = drawReportVouchers(10_000);
  expect(summarize(shuffle(vouchers))).toEqual(oracle(vouchers));
});
