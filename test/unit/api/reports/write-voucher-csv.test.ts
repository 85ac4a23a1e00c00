import { buffer } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeVoucherCsv } from "../../../../api/reports/write-voucher-csv.js";
import { voucher } from "../../../../api/schemas/voucher.js";
import { csvLocales } from "../../../../shared/domain/reports/csv-locale.js";
import { type ListedVoucher, voucherColumns } from "../../../../shared/domain/reports/voucher-cells.js";
import { leftOut, readVoucherCsv, toCsvLine } from "../../../support/readers/read-voucher-csv.js";
import { anyColumns, anyHostileText, anyPayload } from "../../../support/samples/listed-vouchers.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";

type Locale = "es-AR" | undefined;

async function write(vouchers: unknown[], locale?: Locale): Promise<string> {
  const style = csvLocales.get(locale);
  if (!style) throw new Error(`no locale ${locale}`);
  async function* chunks() {
    for (let from = 0; from < vouchers.length; from += 2) yield vouchers.slice(from, from + 2) as ListedVoucher[];
  }
  return (await buffer(writeVoucherCsv(chunks(), style))).toString();
}

const anyVouchers = fc.array(
  fc.tuple(anyColumns, anyPayload).map(([columns, payload]) => ({ id: 1, ...columns, ...payload })),
  { maxLength: 5 },
);
const anyLocale = fc.constantFrom<Locale>(undefined, "es-AR");

const withoutEmpty = (line: Record<string, string>) =>
  Object.fromEntries(Object.entries(line).filter(([, cell]) => cell !== ""));

const sale = {
  id: 7,
  voucherDate: "20261012",
  voucherType: 1,
  posNumber: 2,
  voucherNumber: 703,
  cae: "86470000000001",
  caeExpirationDate: "20261022",
  docType: 80,
  docNumber: "30712345671",
  customer: { docType: 80, docNumber: "30712345671", name: "PEÑA; MARTÍN", taxType: 1, address: null, stateId: null },
  currency: "PES",
  currencyQuotation: "1.000000",
  netAmount: "1000.00",
  vatAmount: "210.00",
  exemptAmount: "0.00",
  notTaxableAmount: "0.00",
  tributesAmount: "30.10",
  totalAmount: "1240.10",
  vat: [{ taxType: 5, rate: "21", base: "1000.00", amount: "210.00" }],
  tributes: [
    { type: 5, subtotal: 30 },
    { type: 5, subtotal: 0.1 },
  ],
  associatedVouchers: null,
  items: [{}, {}],
  fce: { cbu: "0110599520000001234567" },
  externalReference: "00123",
  created: "2026-10-12T02:30:05.250Z",
};

describe('vouchers.csv (api/README.md, "Vouchers in CSV")', () => {
  test("every line reads as the listed voucher, for programs and for people", async () => {
    await fc.assert(
      fc.asyncProperty(anyVouchers, anyLocale, async (vouchers, locale) => {
        const read = readVoucherCsv(await write(vouchers, locale), locale);
        expect(read.map(withoutEmpty)).toEqual(vouchers.map((each) => toCsvLine(each, locale)));
      }),
      propertyRuns(500),
    );
  }, 300_000);

  test("no text is a formula that does more than give a number's text", async () => {
    await fc.assert(
      fc.asyncProperty(anyHostileText, anyLocale, async (text, locale) => {
        const csv = await write([{ ...sale, legend: text, externalReference: text, customer: { name: text } }], locale);
        const rows: string[][] = parse(csv, {
          bom: true,
          delimiter: locale ? ";" : ",",
          record_delimiter: ["\r\n", "\n", "\r"],
          skip_empty_lines: false,
        });
        expect(rows).toHaveLength(2);
        const suspect = rows.flat().filter((cell) => /^[=+\-@＝＋－＠\t\r\n]/.test(cell));
        expect(suspect.filter((cell) => !locale || !/^="[\d.,:/ eE+-]+"$/.test(cell))).toEqual([]);
      }),
      propertyRuns(500),
    );
  }, 300_000);

  test("for programs: comma, decimal point, values as they stand in the listing", async () => {
    const csv = await write([sale]);
    const [header, line, ...more] = csv.split("\r\n");
    expect(header).toBe(voucherColumns.join(","));
    expect(line).toMatch(
      /^20261012,1,2,703,86470000000001,20261022,80,30712345671,PEÑA; MARTÍN,1,,,,PES,1\.000000,1000\.00,/,
    );
    expect(more).toEqual([""]);
    const [read] = readVoucherCsv(csv);
    expect(read).toMatchObject({
      "vat.21.base": "1000.00",
      "vat.21.amount": "210.00",
      "vat.10.5.base": "",
      "tributes.5": "30.10",
    });
  });

  test("for people: byte order mark, semicolon, decimal comma, days, Argentine time, and texts that stay texts", async () => {
    const csv = await write([sale], "es-AR");
    expect(csv.startsWith("\uFEFFvoucherDate;")).toBe(true);
    const [line]: Record<string, string>[] = parse(csv, { bom: true, columns: true, delimiter: ";" });
    expect(line).toMatchObject({
      voucherDate: "2026-10-12",
      cae: '="86470000000001"',
      docNumber: "30712345671",
      "customer.name": "PEÑA; MARTÍN",
      currencyQuotation: "1,000000",
      totalAmount: "1240,10",
      "fce.cbu": '="0110599520000001234567"',
      externalReference: '="00123"',
      items: "2",
      created: "2026-10-11 23:30:05",
    });
  });

  test("nothing listed: the header alone", async () => {
    expect(await write([])).toBe(`${voucherColumns.join(",")}\r\n`);
    expect(await write([], "es-AR")).toBe(`\uFEFF${voucherColumns.join(";")}\r\n`);
  });

  test("every field of a listed voucher has a column, or is one that the file leaves out", () => {
    const columns = new Set(voucherColumns.flatMap((name) => [name, name.split(".")[0] ?? ""]));
    const inner = (field: "customer") => Object.keys(voucher.shape[field].shape).map((name) => `${field}.${name}`);
    const fields = [...Object.keys(voucher.shape), ...inner("customer")];
    expect(fields.filter((name) => !columns.has(name) && !leftOut.includes(name))).toEqual([]);
    expect(new Set(voucherColumns).size).toBe(voucherColumns.length);
  });
});
