import fc from "fast-check";
import type { ReportVoucher } from "../../../shared/domain/reports/report-voucher.js";
import { propertyRuns } from "./property-runs.js";
import { reportVoucher } from "./report-examples.js";

const printCents = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

const anyAmount = fc.oneof(
  fc.constant("0.00"),
  fc.integer({ min: 0, max: 99_999 }).map(printCents),
  fc.integer({ min: 0, max: 999_999_999_999 }).map(printCents),
);

/** With up to six decimals, also such as give halves of a cent. */
const anyQuotation = fc.oneof(
  fc.constantFrom("1", "1.000000", "0.5", "1450.50", "0.005"),
  fc.integer({ min: 1, max: 9_999_999_999 }).map((n) => `${Math.floor(n / 1e6)}.${String(n % 1e6).padStart(6, "0")}`),
);

const anyVoucher = fc.record({
  voucherType: fc.constantFrom(1, 2, 3, 6, 7, 8, 11, 12, 13, 4, 9, 15, 51, 52, 53, 201, 203, 206, 208, 211, 213),
  posNumber: fc.constantFrom(1, 2, 3, 99_998),
  receiverCondition: fc.constantFrom(1, 4, 5, 6, 7, 8, 9, 10, 13, 15, 16, 99, null),
  total: anyAmount,
  net: anyAmount,
  vat: anyAmount,
  exempt: anyAmount,
  notTaxable: anyAmount,
  tributesTotal: anyAmount,
  quotation: anyQuotation,
  vatRows: fc
    .subarray([3, 4, 5, 6, 8, 9])
    .chain((taxTypes) =>
      fc.tuple(
        ...taxTypes.map((taxType) => fc.record({ taxType: fc.constant(taxType), base: anyAmount, amount: anyAmount })),
      ),
    ),
  activity: fc.constantFrom("620100", "620100", "620100", "011119", "960990", null),
  /** How many numbers the sequence left out before this voucher. */
  gap: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 1, 3),
});

const withoutRows = { exempt: "0.00", notTaxable: "0.00", vat: "0.00", vatRows: [] };
const typesOfC = [11, 12, 13, 15, 211, 213];

/** Different vouchers in the order of their numbers, of many types, points of sale and currencies. Amounts do not add up. */
export function drawReportVouchers(count: number): ReportVoucher[] {
  const lastNumbers = new Map<string, number>();
  return fc.sample(anyVoucher, propertyRuns(count)).map(({ gap, ...drawn }) => {
    const sequence = `${drawn.posNumber} ${drawn.voucherType}`;
    const voucherNumber = (lastNumbers.get(sequence) ?? 0) + 1 + gap;
    lastNumbers.set(sequence, voucherNumber);
    return reportVoucher({ ...drawn, voucherNumber, ...(typesOfC.includes(drawn.voucherType) ? withoutRows : {}) });
  });
}

/** The same vouchers, in an order that depends on nothing but their count. */
export function shuffle<Item>(items: readonly Item[]): Item[] {
  const shuffled = [...items];
  let state = 1;
  for (let at = shuffled.length - 1; at > 0; at--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = state % (at + 1);
    [shuffled[at], shuffled[other]] = [shuffled[other] as Item, shuffled[at] as Item];
  }
  return shuffled;
}

/** An amount in pesos, in cents and rounded half up, counted with integers alone. */
export function centsInPesos(amount: string, quotation: string): bigint {
  const [whole = "", fraction = ""] = quotation.split(".");
  const millionths = BigInt(whole + fraction.padEnd(6, "0"));
  return (2n * BigInt(amount.replace(".", "")) * millionths + 1_000_000n) / 2_000_000n;
}
