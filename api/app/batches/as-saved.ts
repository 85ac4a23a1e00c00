import { parseDate } from "../../../shared/domain/written-date.js";
import { findColumn } from "../../parsing/csv/columns.js";
import { findDelimiter, MalformedCsv, readRecords } from "../../parsing/csv/read-records.js";
import { readUtf8 } from "../../parsing/read-utf8.js";
import { parseDecimal } from "../spanish/typed.js";

/** Columns of days and of long digits, in which a person's spreadsheet puts slashes, points and dashes. */
export const dayColumns: readonly string[] = [
  "voucherDate",
  "serviceFrom",
  "serviceTo",
  "serviceExpiration",
  "associatedPeriod.from",
  "associatedPeriod.to",
  "associatedVouchers.date",
];
export const digitColumns: readonly string[] = ["customer.docNumber", "associatedVouchers.cuit", "fce.cbu"];

/** 12,50 and 1.234,50: no number of a program. */
const withComma = /^-?(\d+|\d{1,3}(\.\d{3})+),\d+$/;

/**
 * A file as a spreadsheet in Spanish saves it, in the form that the API takes, line for line, so that the lines of faults are those of
 * the person's own file: days and documents without separators, and, where semicolons separate and some number has a decimal comma,
 * every number as es-AR reads it. What is not understood stays as it is: the API says what is wrong with it.
 */
export async function asSaved(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  // The API refuses another encoding by name.
  const text = readUtf8(bytes);
  const records = text === undefined ? undefined : await recordsOf(text);
  if (text === undefined || records === undefined) return bytes;
  const { delimiter, firstLine } = findDelimiter(text);
  const header = records.find((cells) => cells.some((cell) => cell.trim() !== "")) ?? [];
  const columns = header.map((name) => findColumn(name.trim()));
  const isArgentine =
    delimiter === ";" &&
    records.some((cells) => cells.some((cell, at) => columns[at]?.kind === "number" && withComma.test(cell.trim())));
  const rewrite = (cell: string, at: number): string => {
    const column = columns[at];
    if (!column || cell.trim() === "") return cell;
    if (dayColumns.includes(column.name)) return parseDate(cell) ?? cell;
    if (digitColumns.includes(column.name)) return digitsOf(cell);
    return isArgentine && column.kind === "number" ? numberOf(cell) : cell;
  };
  const lines = records.map((cells) =>
    (cells === header ? cells : cells.map(rewrite)).map((cell) => quote(cell, delimiter)).join(delimiter),
  );
  return new TextEncoder().encode([...(firstLine === 2 ? [`sep=${delimiter}`] : []), ...lines, ""].join("\n"));
}

/** The cells of each line that is one, blank ones too; undefined for what is no CSV. */
async function recordsOf(text: string): Promise<string[][] | undefined> {
  const records: string[][] = [];
  try {
    await readRecords(text, (cells) => records.push(cells));
    return records;
  } catch (error) {
    if (error instanceof MalformedCsv) return undefined;
    throw error;
  }
}

/** 20-30405060-7 and 30.405.060. A passport with letters stays. */
function digitsOf(cell: string): string {
  const digits = cell.replace(/[\s.-]/g, "");
  return /^\d+$/.test(digits) ? digits : cell;
}

/** With a decimal point, and never three digits behind it, which could be taken for thousands once more. */
function numberOf(cell: string): string {
  const number = parseDecimal(cell);
  if (number === undefined) return cell;
  return /\.\d{3}$/.test(number) ? `${number}0` : number;
}

const quote = (cell: string, delimiter: string): string =>
  cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
