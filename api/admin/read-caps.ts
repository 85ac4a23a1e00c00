import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { Decimal, formatAmount } from "../../shared/domain/money.js";
import {
  type CapTable,
  type MonotributoCategory,
  monotributoCategories,
} from "../../shared/domain/monotributo/caps.js";
import { ApiError } from "../http/errors.js";
import { MalformedCsv, readRecords } from "../parsing/csv/read-records.js";
import { readText } from "../parsing/csv/read-text.js";
import { WrongValue } from "./read-option.js";

/** A dozen short lines. */
const maxBytes = 64 * 1024;
const header = ["letter", "amount"];
const amountForm = /^\d{1,13}(\.\d{1,2})?$/;

/**
 * Reads a file of caps: a header `letter,amount` and a row for each category, A to K in their order, whose amounts rise.
 * @throws WrongValue naming the line and what was expected
 */
export async function readCaps(bytes: Uint8Array): Promise<CapTable["amounts"]> {
  if (bytes.length > maxBytes) throw new WrongValue("--file: is larger than 64 kB, and no list of caps");
  const rows: { cells: string[]; line: number }[] = [];
  try {
    await readRecords(readText(bytes), (cells, line) => {
      if (cells.some((cell) => cell.trim() !== "")) rows.push({ cells: cells.map((cell) => cell.trim()), line });
    });
  } catch (error) {
    throw error instanceof MalformedCsv ? wrong(error.line, error.words) : asWrongValue(error);
  }
  const [first, ...others] = rows;
  if (first?.cells.join() !== header.join())
    throw new WrongValue(`--file: line ${first?.line ?? 1}: expected the header ${header.join(",")}`);
  return readAmounts(others);
}

function readAmounts(rows: { cells: string[]; line: number }[]): CapTable["amounts"] {
  let before = new Decimal(0);
  const amounts = monotributoCategories.map((category, index): [MonotributoCategory, string] => {
    const row = rows[index];
    if (!row) throw new WrongValue(`--file: has no category ${category}: expected eleven rows, A to K`);
    const [letter, amount = ""] = row.cells;
    if (letter !== category || row.cells.length !== 2)
      throw new WrongValue(`--file: line ${row.line}: expected ${category} and its amount`);
    if (!amountForm.test(amount))
      throw new WrongValue(`--file: line ${row.line}: expected an amount with a decimal point, such as 12009410.45`);
    if (new Decimal(amount).lte(before))
      throw new WrongValue(`--file: line ${row.line}: expected more than ${formatAmount(before)}: the amounts rise`);
    before = new Decimal(amount);
    return [category, formatAmount(before)];
  });
  const further = rows[monotributoCategories.length];
  if (further) throw new WrongValue(`--file: line ${further.line}: expected no row after K`);
  return Object.fromEntries(amounts) as CapTable["amounts"];
}

const wrong = (line: number, { en }: LocalizedText) => new WrongValue(`--file: line ${line}: ${en}`);

const asWrongValue = (error: unknown) =>
  error instanceof ApiError ? new WrongValue(`--file: ${error.message}`) : error;
