import { expect, test } from "vitest";
import { bookZip } from "../../../../../api/reports/report-files.js";
import { toBookRates } from "../../../../../shared/domain/reports/book-rates.js";
import type { ReportVoucher } from "../../../../../shared/domain/reports/report-voucher.js";
import {
  describeDoubtful,
  describeLeftOut,
  findDoubt,
  toBookRecords,
} from "../../../../../shared/domain/reports/vat-book.js";
import { publicCase } from "../../../../support/public-case.js";
import { readZip } from "../../../../support/readers/zip-files.js";
import { sampleVoucher, workedExamples } from "./worked-examples.js";

const taxed = {
  total: "121.00",
  net: "100.00",
  vat: "21.00",
  vatRows: [{ taxType: 5, base: "100.00", amount: "21.00" }],
};

function recordsOf(changes: Partial<ReportVoucher>) {
  const records = toBookRecords(sampleVoucher(changes));
  if ("leftOut" in records) throw new Error(records.leftOut);
  return records;
}

const reasonOf = (changes: Partial<ReportVoucher>) => {
  const records = toBookRecords(sampleVoucher({ ...taxed, ...changes }));
  return "leftOut" in records ? records.leftOut : undefined;
};

/** Characters by their position in the layout, both ends included, from 1. */
const at = ({ voucher }: { voucher: string }, from: number, to: number) => voucher.slice(from - 1, to);

test.each(workedExamples)("the worked example of $what is right to the byte", ({ voucher, record, rates }) => {
  const records = toBookRecords(voucher);
  expect(records).toEqual({ voucher: `${record}\r\n`, rates: rates.map((row) => `${row}\r\n`).join("") });
});

test.each<[string, string]>([
  ["Peña Martín & Ñandú Güemes", "Peña Martín & Ñandú Güemes"],
  ["Pen\u0303a Marti\u0301n", "Peña Martín"],
  ["dos\r\nrenglones\tcon\u0000control\u0085y\u009b fin", "dos renglones con control y fi"],
  ["una\u2028linea\u2029otra\u00a0mas", "una linea otra mas"],
  ["S\u00adA\u200bL\u202eA\ufeff", "SALA"],
  ["Café ☕️ de 👩‍👩‍👧 Tokio 東京", "Café ? de ??? Tokio ??"],
  ["“La ‘Única’” – Ő Łódź €…", "\"La 'Única'\" - O Lódz EUR..."],
  ["ﬁn № ﷺ 한", "fin No ? ?"],
  ["\ud83d suelto", "? suelto"],
  ["x".repeat(200), "x".repeat(30)],
  ["😀".repeat(200), "?".repeat(30)],
  ["   ", ""],
])("the name %j becomes %j and shifts no column", (name, written) => {
  const records = recordsOf({ ...taxed, name });
  expect(at(records, 79, 108)).toBe(written.padEnd(30));
  expect(at(records, 109, 123)).toBe("000000000012100");
  expect(records.voucher).toMatch(/^[\x20-\x7e\xa1-\xff]{266}\r\n$/);
  // One byte for each character, the same ones in both encodings.
  const bytes = Buffer.from(records.voucher, "latin1");
  expect(bytes).toHaveLength(268);
  expect(new TextDecoder("windows-1252").decode(bytes)).toBe(records.voucher);
});

const free = (over: Partial<ReportVoucher>) => ({ total: "100.00", net: "0.00", vat: "0.00", vatRows: [], ...over });
const atZero = { net: "60.00", vatRows: [{ taxType: 3, base: "60.00", amount: "0.00" }] };

for (const [sent, changes, right] of [
  ["at 0 % alone", free({ ...atZero, total: "60.00" }), "0"],
  ["at 0 % and exempt", free({ ...atZero, exempt: "40.00" }), "E"],
  ["at 0 % and not taxable", free({ ...atZero, notTaxable: "40.00" }), "N"],
  ["at 21 % and exempt", { ...taxed, total: "161.00", exempt: "40.00" }, "0"],
  ["exempt and not taxable", free({ exempt: "60.00", notTaxable: "40.00" }), "E"],
  ["an export invoice (19)", free({ voucherType: 19, exempt: "100.00" }), "X"],
  ["an export credit note (21)", free({ voucherType: 21, exempt: "100.00" }), "X"],
] as [string, Partial<ReportVoucher>, string][])
  publicCase(
    {
      kind: "The operation code of the sales book says why nothing is taxed",
      sent,
      right,
      rule: "api/README.md, B2; shared/domain/reports/book-rates.ts",
    },
    () => expect(toBookRates(sampleVoucher(changes)).operation).toBe(right),
  );

test("a final consumer with a name keeps it, and has no number", () => {
  const records = recordsOf({ ...taxed, voucherType: 6, docType: 99, docNumber: "99999999", name: "Ana" });
  expect(at(records, 57, 108)).toBe(`99${"0".repeat(20)}${"Ana".padEnd(30)}`);
  const nameless = recordsOf({ ...taxed, voucherType: 6, docType: 99, docNumber: "0", name: "\u200b\n" });
  expect(at(nameless, 79, 108)).toBe("CONSUMIDOR FINAL".padEnd(30));
});

test("a number of a document is its digits", () => {
  expect(at(recordsOf({ ...taxed, docNumber: " 30-00000000-7 " }), 59, 78)).toBe("00000000030000000007");
});

test.each<[string, Partial<ReportVoucher>, string]>([
  ["exempt", { total: "10.00", exempt: "10.00" }, "1E"],
  ["not taxable", { total: "10.00", notTaxable: "10.00" }, "1N"],
  ["exempt and not taxable", { total: "10.00", exempt: "5.00", notTaxable: "5.00" }, "1E"],
  ["tributes alone", { total: "10.00", tributesTotal: "10.00", tributes: [{ type: 99, subtotal: "10.00" }] }, "1A"],
])("of %s alone there is one row of zeros and a code", (_, changes, written) => {
  const records = recordsOf(changes);
  expect(at(records, 242, 243)).toBe(written);
  expect(records.rates).toBe(`0010000200000000000000000701${"0".repeat(15)}0003${"0".repeat(15)}\r\n`);
});

test("what is taxed at 0 % has its row, with its base and no code", () => {
  const records = recordsOf({ total: "10.00", net: "10.00", vatRows: [{ taxType: 3, base: "10.00", amount: "0.00" }] });
  expect(at(records, 242, 243)).toBe("10");
  expect(records.rates.slice(28, 62)).toBe("0000000000010000003000000000000000");
});

test("a row without any amount is none", () => {
  const empty = { taxType: 5, base: "0.00", amount: "0.00" };
  expect(recordsOf({ total: "10.00", exempt: "10.00", vatRows: [empty] }).rates.slice(28, 62)).toMatch(/^0+30+$/);
  expect(at(recordsOf({ ...taxed, vatRows: [{ ...empty, taxType: 0 }, ...taxed.vatRows] }), 242, 243)).toBe("10");
});

test.each([11, 12, 13, 15, 211, 212, 213])("type %i has its total and its tributes, and no VAT", (voucherType) => {
  const tributes = [{ type: 7, subtotal: "3.00" }];
  const parts = { net: "100.00", exempt: "1.00", notTaxable: "1.00", tributesTotal: "3.00", tributes };
  const records = recordsOf({ voucherType, total: "105.00", ...parts });
  expect(records.rates).toBe("");
  expect(at(records, 109, 228)).toBe(["10500", "", "", "", "", "300", "", ""].map((n) => n.padStart(15, "0")).join(""));
  expect(at(records, 242, 243)).toBe("00");
});

/** The fields of tributes by position: 11, 13 to 16, and 21. */
const tributesOf = (records: { voucher: string }) =>
  [139, 169, 184, 199, 214, 244].map((from) => Number(at(records, from, from + 14)));

test("each type of tribute goes to its field", () => {
  const types = [1, 6, 9, 2, 5, 7, 3, 8, 4, 13, 99, 42];
  const tributes = types.map((type, index) => ({ type, subtotal: `${2 ** index}.00` }));
  const records = recordsOf({ ...taxed, total: "4216.00", tributesTotal: "4095.00", tributes });
  expect(tributesOf(records)).toEqual([512, 1 + 2 + 4, 8 + 16 + 32, 64 + 128, 256, 1024 + 2048].map((n) => n * 100));
});

test.each<[string, string, number | undefined]>([
  ["10.00", "10.01", 1],
  ["10.00", "9.99", -1],
  ["10.00", "10.02", undefined],
  ["10.00", "9.98", undefined],
  ["10000.00", "10001.00", 100],
  ["10000.00", "10001.10", undefined],
])("a tribute of %s in a total of %s leaves %s cents for other tributes", (subtotal, tributesTotal, other) => {
  const changes = { ...taxed, total: "121.00", tributes: [{ type: 7, subtotal }], tributesTotal };
  if (other === undefined) expect(reasonOf(changes)).toContain("tributos");
  else expect(tributesOf(recordsOf(changes))[5]).toBe(other);
});

test.each<[string, Partial<ReportVoucher>, string]>([
  ["a total of zero", { total: "0.00" }, "el importe total es cero"],
  ["a purchase of used goods", { voucherType: 49 }, "documenta una compra, no una venta"],
  ["a rate of 10000", { quotation: "10000" }, '"10000" no entra en los 10'],
  ["a rate with seven decimals", { quotation: "1.0000001" }, "tipo de cambio"],
  ["a currency of four characters", { currency: "DOL\n\u0007X" }, 'moneda: el valor "DOL X" no entra en los 3'],
  ["an amount of 14 digits", { total: "10000000000000.00" }, "importe total"],
  ["a number of 21 digits as document", { docNumber: "1".repeat(21) }, "número de documento"],
  ["a point of sale of six digits", { posNumber: 100_000 }, "punto de venta"],
  ["an unknown rate", { vatRows: [{ taxType: 2, base: "100.00", amount: "21.00" }] }, "desconocida"],
  ["a rate that comes twice", { vatRows: [...taxed.vatRows, ...taxed.vatRows] }, "repetida"],
  ["VAT without its rows", { vatRows: [] }, "falta el detalle de sus alícuotas"],
  ["tributes without their detail", { tributesTotal: "0.01" }, "tributos"],
])("%s is left out, and it is said", (_, changes, why) => {
  expect(reasonOf(changes)).toContain(why);
});

test("the largest rate and amounts fit, with zeros after the sixth decimal", () => {
  const records = recordsOf({ ...taxed, quotation: "9999.99999900", currency: "060", total: "9999999999999.99" });
  expect(at(records, 229, 241)).toBe("0609999999999");
  expect(at(records, 109, 123)).toBe("9".repeat(15));
  expect(at(recordsOf({ ...taxed, notTaxable: "-1.50" }), 124, 138)).toBe("-00000000000150");
});

test("LEEME.txt names each voucher that was left out, and why", () => {
  const text = describeLeftOut([
    { name: "001-00002-00000701", why: "el importe total es cero" },
    { name: "006-00002-00000001", why: "tipo de cambio" },
  ]);
  expect(text).toContain("\r\n001-00002-00000701: el importe total es cero\r\n006-00002-00000001: tipo de cambio\r\n");
  expect(text).not.toMatch(/[^\r]\n|\r[^\n]/);
});

test("a note whose rounded lines come to a VAT more than 0.50 off its rate is written, and named as doubtful", async () => {
  const rows = (amount: string) => ({ net: "59.50", vatRows: [{ taxType: 5, base: "59.50", amount }] });
  const doubtOf = (amount: string) => findDoubt(sampleVoucher({ voucherType: 3, vat: amount, ...rows(amount) }));
  expect(doubtOf("13.09")).toBe("al 21 % dice IVA $ 13,09 sobre $ 59,50, y la cuenta exacta da $ 12,50");
  expect([doubtOf("12.99"), doubtOf("12.00"), doubtOf("11.99")]).toEqual([undefined, undefined, expect.any(String)]);
  expect(findDoubt(sampleVoucher({ voucherType: 13, vat: "0.00", vatRows: [] }))).toBeUndefined();
  const text = describeDoubtful([{ name: "003-00001-00000001", why: doubtOf("13.09") ?? "" }]);
  expect(text).toContain("\r\n003-00001-00000001: al 21 %");
  const source = async function* () {
    yield [sampleVoucher({ voucherType: 3, total: "72.59", vat: "13.09", ...rows("13.09") })];
  };
  const chunks: Buffer[] = [];
  for await (const chunk of bookZip(source, 1)) chunks.push(chunk);
  const files = await readZip(Buffer.concat(chunks));
  const readme = Buffer.from(files["LEEME.txt"] ?? "", "latin1").toString();
  expect(readme).toBe(describeDoubtful([{ name: "Nota de Crédito A 00002-00000701", why: doubtOf("13.09") ?? "" }]));
  expect(text).not.toMatch(/[^\r]\n|\r[^\n]/);
});
