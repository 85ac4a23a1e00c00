import { stringify } from "csv-stringify/sync";
import type { CsvLocale } from "../../shared/domain/reports/csv-locale.js";
import { type ListedVoucher, toVoucherCells, voucherColumns } from "../../shared/domain/reports/voucher-cells.js";
import { breather } from "../batches/breathe.js";

/** A spreadsheet begins another line at either of them. */
const lineBreak = /[\r\n]/;

/** How many lines are written at a time, before other requests may go on. */
const together = 100;

/** vouchers.csv in UTF-8, piece by piece: RFC 4180, the header first. Source: api/README.md, "Vouchers in CSV". */
export async function* writeVoucherCsv(
  chunks: AsyncIterable<ListedVoucher[]>,
  locale: CsvLocale,
): AsyncGenerator<Buffer> {
  const write = (lines: readonly (readonly (string | null)[])[]) =>
    stringify([...lines], { delimiter: locale.delimiter, record_delimiter: "windows", quoted_match: lineBreak });
  const breathe = breather();
  yield Buffer.from(locale.mark + write([voucherColumns]));
  for await (const vouchers of chunks) {
    for (let from = 0; from < vouchers.length; from += together) {
      await breathe();
      yield Buffer.from(write(vouchers.slice(from, from + together).map((voucher) => toVoucherCells(voucher, locale))));
    }
  }
}
