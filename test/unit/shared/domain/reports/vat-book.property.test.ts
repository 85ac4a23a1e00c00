import fc from "fast-check";
import { expect, test } from "vitest";
import { toBookRates } from "../../../../../shared/domain/reports/book-rates.js";
import type { ReportVoucher } from "../../../../../shared/domain/reports/report-voucher.js";
import { toBookRecords } from "../../../../../shared/domain/reports/vat-book.js";
import { propertyRuns } from "../../../../support/samples/property-runs.js";
import { createRandom, type Random } from "../../../../support/samples/random.js";
import { sampleVoucher } from "./worked-examples.js";

/** Cents as an integer, by no code of the service. */
function cents(amount: string): bigint {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d+)\.(\d\d)$/.exec(amount) ?? [];
  if (whole === "") throw new Error(`${amount} is no amount`);
  return BigInt(`${sign}${whole}${fraction}`);
}

function write(amount: bigint): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, "0");
  return `${amount < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const sumOf = (amounts: bigint[]) => amounts.reduce((sum, one) => sum + one, 0n);

/** Pieces of names, and how each is written. No piece joins the one before it. */
const pieces: [string, string][] = [
  ["EMPRESA", "EMPRESA"],
  ["Ñandú", "Ñandú"],
  ["Gu\u0308emes", "Güemes"],
  [" ", " "],
  [" & ", " & "],
  ["\r\n", " "],
  ["\u0000", " "],
  ["\t", " "],
  ["\u0085", " "],
  ["\u009f", " "],
  ["\u2028", " "],
  ["\u200d", ""],
  ["\u202e", ""],
  ["☕", "?"],
  ["😀", "?"],
  ["東", "?"],
  ["\udc00", "?"],
  ["“", '"'],
  ["’", "'"],
  ["—", "-"],
  ["€", "EUR"],
  ["Ő", "O"],
  ["ß", "ß"],
  ["ÿ", "ÿ"],
  ["…", "..."],
  ["x".repeat(200), "x".repeat(200)],
];

interface Sample {
  voucher: ReportVoucher;
  /** The receiver's name as the book has it: 30 characters. */
  name: string;
  /** Why the book must not have it. */
  fault?: string;
}

const anAmount = (random: Random) =>
  BigInt(random.integer(1, random.pick([9, 99_999, 1_000_000_000, 9_000_000_000_000])));

/** Rates in hundredths of a percent, by their code. */
const rateOf: Record<number, bigint> = { 3: 0n, 9: 250n, 8: 500n, 4: 1050n, 5: 2100n, 6: 2700n };

const isC = (voucherType: number) => [11, 12, 13, 15, 211, 212, 213].includes(voucherType);

function anySample(random: Random): Sample {
  const voucherType = random.pick([1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 15, 51, 53, 201, 203, 206, 208, 211, 213]);
  const isOfC = isC(voucherType);
  const vatRows = isOfC
    ? []
    : [3, 4, 5, 6, 8, 9]
        .filter(() => random.chance(0.3))
        .map((taxType) => {
          const base = anAmount(random);
          return { taxType, base: write(base), amount: write((base * (rateOf[taxType] ?? 0n)) / 10_000n) };
        });
  const tributes = Array.from({ length: random.chance(0.4) ? random.integer(1, 5) : 0 }, () => ({
    type: random.pick([1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 99, 77]),
    subtotal: write(anAmount(random)),
  }));
  const rounding = tributes.length > 0 && random.chance(0.1) ? BigInt(random.pick([-1, 1])) : 0n;
  const net = isOfC ? anAmount(random) : sumOf(vatRows.map(({ base }) => cents(base)));
  const vat = sumOf(vatRows.map(({ amount }) => cents(amount)));
  const [exempt, notTaxable] = [0, 0].map(() => (!isOfC && random.chance(0.3) ? anAmount(random) : 0n));
  const tributesTotal = sumOf(tributes.map(({ subtotal }) => cents(subtotal))) + rounding;
  const total = net + vat + (exempt ?? 0n) + (notTaxable ?? 0n) + tributesTotal;
  const [docType, docNumber] = random.pick([
    [80, "30000000007"],
    [86, "20-11111111-2"],
    [96, "12345678"],
    [94, String(random.integer(0, 2 ** 50))],
    [99, "0"],
    [0, "1"],
  ] as const);
  const chosen = Array.from({ length: random.integer(0, 6) }, () => random.pick(pieces));
  const written = chosen
    .map(([, text]) => text)
    .join("")
    .split(" ")
    .filter((word) => word !== "")
    .join(" ");
  const isForeign = random.chance(0.3);
  const voucher: ReportVoucher = {
    voucherType,
    posNumber: random.integer(1, 99_998),
    voucherNumber: random.integer(1, 99_999_999),
    voucherDate: `202610${String(random.integer(1, 31)).padStart(2, "0")}`,
    docType,
    docNumber,
    name: chosen.map(([text]) => text).join(""),
    receiverCondition: random.pick([1, 4, 5, 6, null]),
    total: write(total),
    net: write(net),
    vat: write(vat),
    exempt: write(exempt ?? 0n),
    notTaxable: write(notTaxable ?? 0n),
    tributesTotal: write(tributesTotal),
    currency: isForeign ? random.pick(["DOL", "060", "012"]) : "PES",
    quotation: isForeign ? `${random.integer(1, 9_999)}${random.pick(["", ".5", ".123456", ".000001"])}` : "1",
    vatRows,
    tributes,
    activity: null,
  };
  const name = (written || (docType === 99 ? "CONSUMIDOR FINAL" : "")).slice(0, 30).padEnd(30);
  if (total === 0n) return { voucher, name, fault: "cero" };
  return random.chance(0.05) ? { name, ...anyFault(random, voucher) } : { voucher, name };
}

const anyFault = (random: Random, voucher: ReportVoucher): Pick<Sample, "voucher" | "fault"> =>
  random.pick([
    { voucher: { ...voucher, quotation: `${random.integer(10_000, 99_999)}.25` }, fault: "tipo de cambio" },
    { voucher: { ...voucher, total: "0.00" }, fault: "cero" },
    { voucher: { ...voucher, total: "10000000000000.00" }, fault: "importe total" },
    { voucher: { ...voucher, tributesTotal: write(cents(voucher.tributesTotal) * 2n + 100n) }, fault: "tributos" },
  ]);

/** A line that is filled by position: the first and last character of each field, from 1. */
class Line {
  private readonly characters: string[];
  constructor(width: number) {
    this.characters = Array.from({ length: width }, () => "0");
  }
  /** Ends at `to`; what is left of it stays zeros. */
  right(to: number, text: string): void {
    [...text].reverse().forEach((one, back) => {
      this.characters[to - 1 - back] = one;
    });
  }
  left(from: number, text: string): void {
    for (const [index, one] of [...text].entries()) this.characters[from - 1 + index] = one;
  }
  amount(from: number, value: bigint): void {
    if (value < 0n) this.left(from, "-");
    this.right(from + 14, String(value < 0n ? -value : value));
  }
  bytes(): Buffer {
    return Buffer.from(`${this.characters.join("")}\r\n`, "latin1");
  }
}

/** The tributes that a field takes, by the field's first character. What no field takes is in 244, with what is left of the total. */
const tributeFields: [number, number[]][] = [
  [139, [13]],
  [169, [1, 6, 9]],
  [184, [2, 5, 7]],
  [199, [3, 8]],
  [214, [4]],
];

/** The same records by code of its own, from the tables of positions alone. */
function writeByPosition({ voucher, name }: Sample): { voucher: Buffer; rates: Buffer } {
  const line = new Line(266);
  line.right(8, voucher.voucherDate);
  line.right(11, String(voucher.voucherType));
  line.right(16, String(voucher.posNumber));
  line.right(36, String(voucher.voucherNumber));
  line.right(56, String(voucher.voucherNumber));
  line.right(58, String(voucher.docType));
  if (voucher.docType !== 99) line.right(78, voucher.docNumber.split("-").join(""));
  line.left(79, name);
  line.amount(109, cents(voucher.total));
  const amounts = voucher.tributes.map(({ type, subtotal }) => ({ type, subtotal: cents(subtotal) }));
  let left = cents(voucher.tributesTotal);
  for (const [from, types] of tributeFields) {
    const own = sumOf(amounts.filter(({ type }) => types.includes(type)).map(({ subtotal }) => subtotal));
    line.amount(from, own);
    left -= own;
  }
  line.amount(244, left);
  const [exempt, notTaxable] = [cents(voucher.exempt), cents(voucher.notTaxable)];
  if (!isC(voucher.voucherType)) {
    line.amount(124, notTaxable);
    line.amount(154, exempt);
  }
  line.left(229, voucher.currency);
  const [whole = "", decimals = ""] = voucher.quotation.split(".");
  line.right(235, whole);
  line.left(236, decimals);

  const isTaxed = voucher.vatRows.length > 0;
  const rows = isTaxed ? voucher.vatRows : [{ taxType: 3, base: "0.00", amount: "0.00" }];
  if (isC(voucher.voucherType)) return { voucher: line.bytes(), rates: Buffer.alloc(0) };
  line.right(242, String(rows.length));
  const isAboveZero = voucher.vatRows.some(({ taxType }) => taxType !== 3);
  const untaxed = exempt > 0n ? "E" : notTaxable > 0n ? "N" : undefined;
  line.right(243, (isAboveZero ? undefined : untaxed) ?? (isTaxed ? "0" : "A"));
  const rates = rows.map((row) => {
    const rate = new Line(62);
    rate.right(3, String(voucher.voucherType));
    rate.right(8, String(voucher.posNumber));
    rate.right(28, String(voucher.voucherNumber));
    rate.amount(29, cents(row.base));
    rate.right(47, String(row.taxType));
    rate.amount(48, cents(row.amount));
    return rate.bytes();
  });
  return { voucher: line.bytes(), rates: Buffer.concat(rates) };
}

/** The fields of a line as numbers, by the places where they begin. Throws when one is not an amount. */
const readAmounts = (line: string, places: number[]): bigint[] =>
  places.map((from) => {
    const text = line.slice(from - 1, from + 14);
    if (!/^[\d-]\d{14}$/.test(text)) throw new Error(`${text} is no amount`);
    return BigInt(text);
  });

/** Every line that a file has, all of this width. */
function linesOf(bytes: Buffer, width: number): string[] {
  const lines = new TextDecoder("windows-1252").decode(bytes).split("\r\n");
  expect(lines.pop()).toBe("");
  for (const line of lines) expect(line).toMatch(new RegExp(`^[\\x20-\\x7e\\xa1-\\xff]{${width}}$`));
  return lines;
}

/** What the book says of a voucher is what the voucher says, and its parts make its total. */
function expectReadBack({ voucher }: Sample, records: { voucher: Buffer; rates: Buffer }): void {
  const [line = "", ...others] = linesOf(records.voucher, 266);
  expect(others).toEqual([]);
  const rates = linesOf(records.rates, 62);
  const key = line.slice(8, 36);
  expect(rates.map((rate) => rate.slice(0, 28))).toEqual(rates.map(() => key));
  expect(line.slice(241, 242)).toBe(String(rates.length));
  const [total = 0n, ...untaxed] = readAmounts(line, [109, 124, 154]);
  const tributes = sumOf(readAmounts(line, [139, 169, 184, 199, 214, 244]));
  expect(total).toBe(cents(voucher.total));
  expect(tributes).toBe(cents(voucher.tributesTotal));
  if (isC(voucher.voucherType)) return;
  expect(untaxed).toEqual([cents(voucher.notTaxable), cents(voucher.exempt)]);
  const [nets, taxes] = [29, 48].map((from) => sumOf(rates.flatMap((rate) => readAmounts(rate, [from]))));
  expect([nets, taxes]).toEqual([cents(voucher.net), cents(voucher.vat)]);
  expect(total).toBe(sumOf([...untaxed, tributes, nets ?? 0n, taxes ?? 0n]));
}

test("any voucher has the bytes that another writer gives it, reads back to the cent, or is left out for its fault", {
  timeout: 600_000,
}, () => {
  const { seed, numRuns } = propertyRuns(10_000);
  const seen = { written: 0, leftOut: 0, rates: 0 };
  for (let run = 0; run < numRuns; run++) {
    const sample = anySample(createRandom(seed + run, 3));
    try {
      const records = toBookRecords(sample.voucher);
      if ("leftOut" in records || sample.fault !== undefined) {
        expect("leftOut" in records && records.leftOut).toContain(sample.fault ?? "nothing");
        seen.leftOut++;
        continue;
      }
      const written = {
        voucher: Buffer.from(records.voucher, "latin1"),
        rates: Buffer.from(records.rates, "latin1"),
      };
      const other = writeByPosition(sample);
      expect(written.voucher.toString("latin1")).toBe(other.voucher.toString("latin1"));
      expect(written.rates.toString("latin1")).toBe(other.rates.toString("latin1"));
      expectReadBack(sample, written);
      seen.written++;
      seen.rates += written.rates.length / 64;
    } catch (error) {
      const repeat = `PROPERTY_SEED=${seed + run} PROPERTY_RUNS=0.0001`;
      throw new Error(`${repeat}: ${JSON.stringify(sample)}`, { cause: error });
    }
  }
  console.log(`${seen.written} vouchers with ${seen.rates} rates, ${seen.leftOut} left out`);
  expect(seen.written).toBeGreaterThan(seen.leftOut);
});

test("the operation code says why nothing is taxed, whatever else is in the voucher", () => {
  const amount = fc.constantFrom("0.00", "0.01", "40.00");
  const type = fc.constantFrom(1, 2, 3, 6, 7, 8, 19, 20, 21);
  const rates = fc.subarray([3, 4, 5, 6, 8, 9]);
  fc.assert(
    fc.property(type, rates, amount, amount, (voucherType, taxTypes, exempt, notTaxable) => {
      const vatRows = taxTypes.map((taxType) => ({ taxType, base: "10.00", amount: taxType === 3 ? "0.00" : "1.00" }));
      const { operation, rows } = toBookRates(sampleVoucher({ voucherType, vatRows, exempt, notTaxable }));
      const reasons = [voucherType >= 19 && "X", exempt !== "0.00" && "E", notTaxable !== "0.00" && "N"];
      const isTaxed = taxTypes.some((taxType) => taxType !== 3);
      const first = reasons.find((reason) => reason !== false);
      expect(operation).toBe(isTaxed ? "0" : (first ?? (taxTypes.includes(3) ? "0" : "A")));
      expect(rows.length).toBe(Math.max(1, taxTypes.length));
    }),
    propertyRuns(1_000),
  );
});
