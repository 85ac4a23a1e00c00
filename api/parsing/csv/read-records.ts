import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as afterOthers } from "node:timers/promises";
import { type CsvError, type CsvErrorCode, parse } from "csv-parse";
import type { LocalizedText } from "../../../shared/domain/localized-text.js";
import { decimal } from "../../../shared/domain/spanish.js";

/** Small, because other requests wait while one is read. */
const chunkBytes = 16_384;
/** A file within the limit of size has more only when most of its lines are empty. */
const maxRecords = 250_000;

/** A file that is no CSV: where, and why. */
export class MalformedCsv extends Error {
  override name = "MalformedCsv";
  readonly line: number;
  readonly words: LocalizedText;

  constructor(line: number, words: LocalizedText) {
    super(words.en);
    this.line = line;
    this.words = words;
  }
}

/**
 * Reads CSV as in RFC 4180, separated by commas, semicolons or tabs, as the header is, or as a first line `sep=;` says. Blank lines
 * are records too. `take` gets the cells of each record and the line on which it begins, the first being 1. Other requests go on in
 * between.
 * @param text without a byte order mark
 * @throws MalformedCsv when the quotes do not match, or there are too many lines
 */
export async function readRecords(text: string, take: (cells: string[], line: number) => void): Promise<void> {
  const { delimiter, rows, firstLine } = findDelimiter(text);
  // The library counts a CRLF within quotes as two lines.
  let line = firstLine;
  let records = 0;
  const parser = parse({
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    on_record(cells: string[]) {
      records += 1;
      if (records > maxRecords) throw new MalformedCsv(line, tooLong);
      take(cells, line);
      line += 1 + cells.reduce((breaks, cell) => breaks + countBreaks(cell), 0);
      return null;
    },
  });
  try {
    await pipeline(Readable.from(chunksOf(rows)), parser.resume());
  } catch (error) {
    if (error instanceof MalformedCsv) throw error;
    const fault = quoteFaults[(error as CsvError).code];
    throw fault ? new MalformedCsv(line, fault) : error;
  }
}

const tooLong: LocalizedText = {
  en: `is one line too many: a file has at most ${maxRecords}`,
  es: `El archivo puede tener hasta ${decimal(maxRecords)} líneas: dividilo.`,
};

const quoteFaults: Partial<Record<CsvErrorCode, LocalizedText>> = {
  CSV_QUOTE_NOT_CLOSED: {
    en: "begins with a quotation mark that is not closed",
    es: "Empieza con una comilla que no se cierra.",
  },
  CSV_INVALID_CLOSING_QUOTE: {
    en: 'has text behind a closing quotation mark: within a quoted cell write a quotation mark as ""',
    es: 'Tiene texto después de la comilla de cierre: dentro de una celda entre comillas, la comilla se escribe "".',
  },
  INVALID_OPENING_QUOTE: {
    en: 'has a quotation mark within a cell: put the whole cell in quotation marks, and write this one as ""',
    es: 'Tiene una comilla dentro de una celda: poné toda la celda entre comillas y escribí esta como "".',
  },
};

const countBreaks = (cell: string): number => (/[\r\n]/.test(cell) ? (cell.match(/\r\n|\n|\r/g)?.length ?? 0) : 0);

/** The first of those that occur most often. */
const delimiters = [",", ";", "\t"];

/** Parts of a file: the delimiter of its cells, its rows, and the line on which they begin. */
interface DelimitedFile {
  delimiter: string;
  rows: string;
  firstLine: number;
}

/** A spreadsheet reads a first line `sep=;` as what separates, and no row. */
export function findDelimiter(text: string): DelimitedFile {
  const [said, delimiter] = /^"?sep=([,;\t|])"?(?:\r\n|\n|\r)/i.exec(text) ?? [];
  return said !== undefined && delimiter !== undefined
    ? { delimiter, rows: text.slice(said.length), firstLine: 2 }
    : { delimiter: delimiterOf(text), rows: text, firstLine: 1 };
}

/** Names of columns have none, so what there is most of in the header separates. What stands in quotes does not count. */
function delimiterOf(text: string): string {
  const count = new Map(delimiters.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === "\n" || character === "\r") break;
    else if (count.has(character)) count.set(character, (count.get(character) ?? 0) + 1);
  }
  return delimiters.reduce((most, each) => ((count.get(each) ?? 0) > (count.get(most) ?? 0) ? each : most));
}

async function* chunksOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    yield bytes.subarray(at, at + chunkBytes);
    await afterOthers();
  }
}
