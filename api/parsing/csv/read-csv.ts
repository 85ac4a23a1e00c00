import type { LocalizedText } from "../../../shared/domain/localized-text.js";
import { decimal } from "../../../shared/domain/spanish.js";
import { invalidBody, type PlacedFault } from "../../http/errors.js";
import type { IgnoredInput } from "../../http/handling.js";
import { maxElements } from "../../schemas/batch.js";
import { addFault } from "../fault-list.js";
import type { SentBatch } from "../sent-batch.js";
import { findColumn } from "./columns.js";
import { findDelimiter, MalformedCsv, readRecords } from "./read-records.js";
import { readText } from "./read-text.js";
import { type HeadedColumn, VoucherRows } from "./voucher-rows.js";

/**
 * Reads a batch in CSV: a header of body paths, and rows, of which those with the same `idempotency` are one voucher.
 * Source: api/README.md, "Batches".
 * @throws ApiError 400 when nothing can be read of it, or it has too many vouchers
 */
export async function readCsv(bytes: Uint8Array, name: string | null): Promise<SentBatch> {
  const faults: PlacedFault[] = [];
  const ignored: IgnoredInput[] = [];
  const text = readText(bytes);
  const vouchers = new VoucherRows(faults, findDelimiter(text).delimiter);
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
        field: { line },
        message: otherWidth(cells.length, width),
      });
      return;
    }
    vouchers.add(header, cells, line);
    if (vouchers.count > maxElements) throw invalidBody([{ field: { line }, message: tooMany }]);
  };

  refuseOtherSeparator(text);
  try {
    await readRecords(text, take);
  } catch (error) {
    if (!(error instanceof MalformedCsv)) throw error;
    throw invalidBody([{ field: { line: error.line }, message: error.words }]);
  }
  if (vouchers.count === 0 && faults.length === 0) faults.push({ field: null, message: noVoucher });
  return { name, faults, ignored, ...(await vouchers.toBatch()) };
}

const isBlank = (cell: string) => cell.trim() === "";

/** More than the fields of a body and the keys of a point of sale. */
const maxColumns = 500;

function readHeader(cells: string[], line: number, faults: PlacedFault[], ignored: IgnoredInput[]): HeadedColumn[] {
  if (cells.length > maxColumns) throw invalidBody([{ field: { line }, message: tooWide(cells.length) }]);
  const seen = new Set<string>();
  const header: HeadedColumn[] = [];
  for (const [at, cell] of cells.entries()) {
    const name = cell.trim();
    const column = findColumn(name);
    if (column && seen.has(name)) faults.push({ field: { line, column: name }, message: twice });
    else if (column) header.push({ at, column });
    // A spreadsheet saves empty columns too.
    else if (name !== "") ignored.push({ field: name, message: unknownColumn });
    seen.add(name);
  }
  if (!seen.has("idempotency")) throw invalidBody([{ field: { line, column: "idempotency" }, message: noKey }]);
  return header;
}

/**
 * A header of one column in which something stands beside the name of the key: that separates, and is none of what is taken. Read before the
 * cells are: what it leaves in quotes would be a fault of quotes.
 */
function refuseOtherSeparator(text: string): void {
  const { delimiter, rows, firstLine } = findDelimiter(text);
  const [, blank = "", header = ""] = /^((?:[ \t]*(?:\r\n|\n|\r))*)([^\r\n]*)/.exec(rows) ?? [];
  if (header.includes(delimiter)) return;
  const [, before, after] = /(?:^|([^\w.]))"?idempotency"?([^\w.]|$)/.exec(header.trim()) ?? [];
  const separator = before || after;
  const line = firstLine + (blank.match(/\r\n|\n|\r/g)?.length ?? 0);
  if (separator) throw invalidBody([{ field: { line }, message: separatedBy(separator) }]);
}

const otherWidth = (cells: number, width: number): LocalizedText => ({
  en: `has ${cells} cells where the header has ${width}: put a cell that holds a separator or a line break in quotation marks`,
  es: `Tiene ${cells} celdas y el encabezado tiene ${width}: poné entre comillas la celda que lleva un separador o un salto de línea.`,
});

const tooWide = (columns: number): LocalizedText => ({
  en: `has ${columns} columns: at most ${maxColumns} are read`,
  es: `Tiene ${decimal(columns)} columnas y se leen hasta ${maxColumns}: quitá las que sobran.`,
});

const tooMany: LocalizedText = {
  en: `is one voucher too many: a batch has at most ${maxElements}`,
  es: `El lote puede tener hasta ${decimal(maxElements)} comprobantes: dividí el archivo.`,
};
const noVoucher: LocalizedText = {
  en: "the file has no voucher: a header and at least one row are needed",
  es: "El archivo no tiene comprobantes: hacen falta el encabezado y al menos una línea.",
};
const twice: LocalizedText = {
  en: "stands in the header twice",
  es: "La columna está dos veces en el encabezado: quitá una.",
};
const unknownColumn: LocalizedText = {
  en: "is not a known column",
  es: "No se conoce esta columna: fijate si está bien escrita, o quitala.",
};
const separatedBy = (separator: string): LocalizedText => {
  const isBlank = separator.trim() === "";
  return {
    en: `has its columns separated by ${isBlank ? "a blank" : `"${separator}"`}: use commas, semicolons or tabs; "|" is taken where a first line says sep=|`,
    es: `Tiene las columnas separadas por ${isBlank ? "espacios" : `«${separator}»`}: usá comas, punto y coma o tabulaciones; «|» se toma si la primera línea dice sep=|.`,
  };
};
const noKey: LocalizedText = {
  en: "is required: the header names the columns, and one of them is idempotency, the key of each voucher",
  es: "Falta la columna idempotency en el encabezado: lleva la clave de cada comprobante.",
};
