import { csvText } from "../../shared/domain/reports/csv-cell.js";
import type { CsvLocale } from "../../shared/domain/reports/csv-locale.js";
import { type ListedVoucher, toVoucherCells, voucherColumns } from "../../shared/domain/reports/voucher-cells.js";
import { writeCsv } from "../csv/write-csv.js";
import { createYielder } from "../parsing/yielder.js";

/** How many lines are written at a time, before other requests may go on. */
const together = 100;

/** vouchers.csv in UTF-8, piece by piece: the header first. Source: api/README.md, "Vouchers in CSV". */
export async function* writeVoucherCsv(
  chunks: AsyncIterable<ListedVoucher[]>,
  locale: CsvLocale,
): AsyncGenerator<Buffer> {
  const breathe = createYielder();
  yield Buffer.from(locale.mark + writeCsv([voucherColumns.map(csvText)], locale.delimiter));
  for await (const vouchers of chunks) {
    for (let from = 0; from < vouchers.length; from += together) {
      await breathe();
      const rows = vouchers.slice(from, from + together).map((voucher) => toVoucherCells(voucher, locale));
      yield Buffer.from(writeCsv(rows, locale.delimiter));
    }
  }
}
