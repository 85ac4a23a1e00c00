declare const written: unique symbol;

/** A cell that no spreadsheet takes for a formula of somebody else's. Only the functions below make one. */
export type CsvCell = string & { readonly [written]: true };

/**
 * A spreadsheet takes a cell that begins with one of these signs for a formula, and runs it. The apostrophe is one of the signs, so
 * that who takes an apostrophe away has what was written.
 */
const sign = "=+\\-@＝＋－＠'";

/**
 * Where a sign begins a cell: at the beginning of the text, and behind whatever a reader may take for the end of a cell. A spreadsheet
 * splits at a separator of its own settings, not of the file's, and then the quotation of the file is a text to it.
 */
const guarded = new RegExp(`(?=[${sign}])(?<=(?:^|[,;|"\\t\\r\\n])[ \\u00A0]*)|^(?=[\\t\\r\\n])`, "g");

/** Most texts have nothing to guard, and to see that takes less time than to look at all its places. */
const suspect = new RegExp(`[${sign}\\t\\r\\n]`);

/** Words of others: an apostrophe stands before each sign that could begin a formula. */
export const csvText = (text: string): CsvCell => (suspect.test(text) ? text.replace(guarded, "'") : text) as CsvCell;

/** Inverse of `csvText`. */
export const readCsvText = (cell: string): string => cell.replace(doubled, "");

const doubled = new RegExp(`'(?<=(?:^|[,;|"\\t\\r\\n])[ \\u00A0]*')(?=[${sign}])|^'(?=[\\t\\r\\n])`, "g");

/** A number, a date or a time of ours. What is none of them is written as a text. */
export const csvValue = (value: string): CsvCell =>
  /^(?:-?\d[\d.,]*|\d[\d.,:TZ /-]*)$/.test(value) ? (value as CsvCell) : csvText(value);

/** A formula that gives a text of digits and signs, so that no spreadsheet makes a number or a date of it. Nothing in it ends the quotation. */
export const csvFormulaOf = (text: string): CsvCell =>
  /^[\d.,:/ eE+-]*$/.test(text) ? (`="${text}"` as CsvCell) : csvText(text);
