import { Decimal, formatAmount } from "../money.js";
import { creditNoteTypes } from "../voucher-types.js";
import { addNumber, createNumberRuns, type Numbering, type NumberRuns, toNumbering } from "./number-runs.js";
import { toPesos } from "./pesos.js";
import type { ReportVoucher } from "./report-voucher.js";

const amountNames = ["net", "vat", "exempt", "notTaxable", "tributes", "total"] as const;
type AmountName = (typeof amountNames)[number];

/**
 * Amounts are in pesos, with two decimals; credit notes subtract. Each amount of a voucher is converted and rounded by itself. So in a
 * foreign currency a total may differ from its parts, and `byRate` from `byType`, by a cent for each rounded amount.
 */
export interface ReportSummary {
  vouchers: number;
  byType: ({ voucherType: number; count: number } & Record<AmountName, string>)[];
  /** Vouchers of letter C declare no rates, and are not here. */
  byRate: { taxType: number; net: string; vat: string }[];
  numbering: ({ pos: number; type: number } & Numbering)[];
}

interface SumsOfType {
  count: number;
  sums: Record<AmountName, Decimal>;
}

/**
 * Sums up the vouchers of a period, which come in any order. It keeps sums and runs of numbers, no vouchers.
 * Source: api/README.md, "Reports".
 */
export function createSummary(): { add(voucher: ReportVoucher): void; result(): ReportSummary } {
  let vouchers = 0;
  const byType = new Map<number, SumsOfType>();
  const byRate = new Map<number, { net: Decimal; vat: Decimal }>();
  /** By type, then by point of sale. */
  const numbering = new Map<number, Map<number, NumberRuns>>();

  return {
    add(voucher) {
      const { voucherType, posNumber, voucherNumber, vatRows } = voucher;
      vouchers++;
      addAmounts(getOrAdd(byType, voucherType, emptySums), voucher);
      for (const { taxType, base, amount } of vatRows) {
        const sums = getOrAdd(byRate, taxType, () => ({ net: zero, vat: zero }));
        sums.net = sums.net.plus(signedPesos(voucher, base));
        sums.vat = sums.vat.plus(signedPesos(voucher, amount));
      }
      const ofType = getOrAdd(numbering, voucherType, () => new Map<number, NumberRuns>());
      addNumber(getOrAdd(ofType, posNumber, createNumberRuns), voucherNumber);
    },

    result: () => ({
      vouchers,
      byType: sorted(byType).map(([voucherType, { count, sums }]) => ({ voucherType, count, ...formatSums(sums) })),
      byRate: sorted(byRate).map(([taxType, { net, vat }]) => ({
        taxType,
        net: formatAmount(net),
        vat: formatAmount(vat),
      })),
      numbering: [...numbering]
        .flatMap(([type, ofType]) => [...ofType].map(([pos, runs]) => ({ pos, type, ...toNumbering(runs) })))
        .sort((one, other) => one.pos - other.pos || one.type - other.type),
    }),
  };
}

const zero = new Decimal(0);

const emptySums = (): SumsOfType => ({
  count: 0,
  sums: { net: zero, vat: zero, exempt: zero, notTaxable: zero, tributes: zero, total: zero },
});

function addAmounts(type: SumsOfType, voucher: ReportVoucher): void {
  type.count++;
  for (const name of amountNames) {
    const amount = name === "tributes" ? voucher.tributesTotal : voucher[name];
    type.sums[name] = type.sums[name].plus(signedPesos(voucher, amount));
  }
}

function signedPesos({ voucherType, quotation }: ReportVoucher, amount: string): Decimal {
  const pesos = toPesos(amount, quotation);
  return creditNoteTypes.includes(voucherType) ? pesos.negated() : pesos;
}

const formatSums = (sums: Record<AmountName, Decimal>): Record<AmountName, string> => ({
  net: formatAmount(sums.net),
  vat: formatAmount(sums.vat),
  exempt: formatAmount(sums.exempt),
  notTaxable: formatAmount(sums.notTaxable),
  tributes: formatAmount(sums.tributes),
  total: formatAmount(sums.total),
});

function getOrAdd<Value>(map: Map<number, Value>, key: number, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

const sorted = <Value>(map: Map<number, Value>): [number, Value][] => [...map].sort(([one], [other]) => one - other);
