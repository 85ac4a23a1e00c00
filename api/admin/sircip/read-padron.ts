import type { PadronMonth, PadronRow } from "../../../shared/db/sircip/load-padron.js";
import { jurisdictions } from "../../../shared/domain/perceptions/jurisdictions.js";
import { adhesionOf, meaningOf } from "../../../shared/domain/perceptions/province-digit.js";
import { notDone } from "../not-done.js";
import { createNumberSet } from "./number-set.js";
import { padronHeader, parsePadronLine } from "./padron-line.js";
import { readTextLines } from "./text-lines.js";

/** More than any country has: memory is bounded, whatever the file is. */
const maxRows = 10_000_000;

/** Rows that are written together: few milliseconds of work. */
const chunkRows = 500;

/** A padrón that is read: its rows, and what is known of its month so far. */
export interface OpenPadron {
  rows: AsyncGenerator<PadronRow[]>;
  month(): PadronMonth & { count: number };
}

/**
 * Reads a padrón line by line. The rows end with the refusal of the whole, which names the line and what was expected there.
 * @param wanted the month that it must be of, `YYYYMM`. Else that of its first row
 */
export function openPadron(text: AsyncIterable<Buffer>, wanted?: string): OpenPadron {
  const isNew = createNumberSet();
  const digits = createDigitCounts();
  let period = wanted;
  let count = 0;

  function readRow(line: string, number: number): PadronRow {
    const parsed = parsePadronLine(line);
    if ("expected" in parsed) throw refuse(number, parsed.expected);
    period ??= parsed.period;
    const { row } = parsed;
    if (parsed.period !== period) throw refuse(number, `the month ${period}, and not ${parsed.period}`);
    if (!isNew(row.cuit)) throw refuse(number, `each CUIT once: ${row.cuit} stands before`);
    count += 1;
    if (count > maxRows) throw refuse(number, `at most ${maxRows} rows`);
    digits.add(row.digits);
    return row;
  }

  async function* read(): AsyncGenerator<PadronRow[]> {
    let rows: PadronRow[] = [];
    for await (const part of readTextLines(text)) {
      if ("badLine" in part) throw refuse(part.badLine, part.expected);
      for (const [at, line] of part.lines.entries()) {
        const number = part.first + at;
        if (number > 1) rows.push(readRow(line, number));
        else if (line.replace(/^\uFEFF/, "") !== padronHeader) throw refuse(1, `the header ${padronHeader}`);
        if (rows.length < chunkRows) continue;
        yield rows;
        rows = [];
      }
    }
    if (count === 0) throw refuse(2, "a row: the file has none");
    if (rows.length > 0) yield rows;
  }

  return { rows: read(), month: () => ({ period: period ?? "", adhesion: digits.adhesion(), count }) };
}

const refuse = (line: number, expected: string) =>
  notDone(`The padrón is not loaded, and nothing is changed. Line ${line}: expected ${expected}.`);

/** Counts of what the digits say of each province. */
function createDigitCounts() {
  const adhered = new Array<number>(jurisdictions.length).fill(0);
  const others = new Array<number>(jurisdictions.length).fill(0);
  const countsOf = Array.from({ length: 10 }, (_, digit) => {
    const meaning = meaningOf(digit);
    return meaning && (meaning.adhered ? adhered : others);
  });
  return {
    add(digits: string): void {
      for (let at = 0; at < adhered.length; at += 1) {
        const counts = countsOf[digits.charCodeAt(at) - 48];
        if (counts) counts[at] = (counts[at] ?? 0) + 1;
      }
    },
    adhesion: (): PadronMonth["adhesion"] =>
      Object.fromEntries(
        // The first digit is that of the last jurisdiction.
        jurisdictions.toReversed().map(({ jurisdiction }, at) => {
          const counts = { adhered: adhered[at] ?? 0, others: others[at] ?? 0 };
          return [jurisdiction, adhesionOf(counts)];
        }),
      ),
  };
}
