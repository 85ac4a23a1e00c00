import { type FieldFault, invalidBody } from "../../errors.js";
import type { Ignored } from "../../handling.js";
import { addFault } from "../fault-list.js";
import { maxElements, type SentBatch } from "../sent-batch.js";
import { findColumn } from "./columns.js";
import { MalformedCsv, readRecords } from "./read-records.js";
import { readText } from "./read-text.js";
import { type HeadedColumn, VoucherRows } from "./voucher-rows.js";

/**
 * Reads a batch in CSV: a header of body paths, and rows, of which those with the same `idempotency` are one voucher.
 * Source: api/README.md, "Batches".
 * @throws ApiError 400 when nothing can be read of it, or it has too many vouchers
 */
export async function readCsv(bytes: Uint8Array, name: string | null): Promise<SentBatch> {
  const faults: FieldFault[] = [];
  const ignored: Ignored[] = [];
  const vouchers = new VoucherRows(faults);
  let header: HeadedColumn[] | undefined;
  let width = 0;

  const take = (cells: string[], line: number): void => {
    if (cells.every(isBlank)) return;
    if (!header) {
      header = readHeader(cells, line, faults, ignored);
      width = cells.findLastIndex((cell) => !isBlank(cell)) + 1;
      return;
    }
    if (cells.length < width || cells.slice(width).some((cell) => !isBlank(cell))) {
      addFault(faults, {
        field: `line ${line}`,
        message: `has ${cells.length} cells where the header has ${width}: put a cell that holds a separator or a line break in quotation marks`,
      });
      return;
    }
    vouchers.add(header, cells, line);
    if (vouchers.count > maxElements)
      throw invalidBody([
        { field: `line ${line}`, message: `is one voucher too many: a batch has at most ${maxElements}` },
      ]);
  };

  try {
    await readRecords(readText(bytes), take);
  } catch (error) {
    if (!(error instanceof MalformedCsv)) throw error;
    throw invalidBody([{ field: `line ${error.line}`, message: error.message }]);
  }
  if (vouchers.count === 0 && faults.length === 0)
    faults.push({ field: null, message: "the file has no voucher: a header and at least one row are needed" });
  return { name, faults, ignored, ...(await vouchers.toBatch()) };
}

const isBlank = (cell: string) => cell.trim() === "";

/** More than the fields of a body and the keys of a point of sale. */
const maxColumns = 500;

function readHeader(cells: string[], line: number, faults: FieldFault[], ignored: Ignored[]): HeadedColumn[] {
  if (cells.length > maxColumns)
    throw invalidBody([
      { field: `line ${line}`, message: `has ${cells.length} columns: at most ${maxColumns} are read` },
    ]);
  const seen = new Set<string>();
  const header: HeadedColumn[] = [];
  for (const [at, cell] of cells.entries()) {
    const name = cell.trim();
    const column = findColumn(name);
    if (column && seen.has(name))
      faults.push({ field: `line ${line}: ${name}`, message: "stands in the header twice" });
    else if (column) header.push({ at, column });
    // A spreadsheet saves empty columns too.
    else if (name !== "") ignored.push({ field: name, message: "is not a known column" });
    seen.add(name);
  }
  if (!seen.has("idempotency"))
    throw invalidBody([
      {
        field: `line ${line}: idempotency`,
        message: "is required: the header names the columns, and one of them is idempotency, the key of each voucher",
      },
    ]);
  return header;
}
