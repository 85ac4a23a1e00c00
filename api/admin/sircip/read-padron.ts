import type { Padron } from "../../../shared/db/sircip/load-padron.js";
import type { ByteRange } from "../../../shared/db/sircip/padron-block.js";
import { jurisdictions } from "../../../shared/domain/perceptions/jurisdictions.js";
import { adhesionOf, meaningOf } from "../../../shared/domain/perceptions/province-digit.js";
import { notDone } from "../not-done.js";
import { createDecoder, noText } from "./decode-text.js";
import { createPackedRows } from "./packed-rows.js";
import { padronHeader, parsePadronLine } from "./padron-line.js";
import { readTextLines } from "./text-lines.js";

/** More than any country has: memory is bounded, whatever the file is. */
const maxRows = 10_000_000;

/**
 * Reads a padrón line by line. It ends with the refusal of the whole, which names the line and what was expected there.
 * @param wanted the month that it must be of, `YYYYMM`. Else that of its first row
 * @param endStep ends a step of the reading, as `loadPadron` ends one of the writing
 */
export async function readPadron(
  text: AsyncIterable<Buffer>,
  wanted?: string,
  endStep: () => Promise<void> = async () => undefined,
): Promise<Padron> {
  const rows = createPackedRows(maxRows);
  const digits = createDigitCounts();
  const decode = createDecoder();
  let month = wanted === undefined ? undefined : Number(wanted);

  function readHeader(line: ByteRange): void {
    const header = decode(line);
    if (header === undefined) throw refuse(1, noText);
    if (header.replace(/^\uFEFF/, "") !== padronHeader) throw refuse(1, `the header ${padronHeader}`);
  }

  function readRow(line: ByteRange, number: number): void {
    const parsed = parsePadronLine(line, decode);
    if ("expected" in parsed) throw refuse(number, parsed.expected);
    month ??= parsed.month;
    if (parsed.month !== month) throw refuse(number, `the month ${month}, and not ${parsed.month}`);
    if (!rows.add(parsed.row)) throw refuse(number, `at most ${maxRows} rows, and no more than a gigabyte of them`);
    digits.add(parsed.row.digits);
  }

  for await (const part of readTextLines(text)) {
    if ("badLine" in part) throw refuse(part.badLine, part.expected);
    for (const [at, line] of part.lines.entries()) {
      const number = part.first + at;
      if (number > 1) readRow(line, number);
      else readHeader(line);
    }
    await endStep();
  }
  if (month === undefined || rows.count() === 0) throw refuse(2, "a row: the file has none");
  // The header is line 1.
  const refuseTwice = (cuit: number, row: number) => refuse(row + 2, `each CUIT once: ${cuit} stands before`);
  return { period: `${month}`, adhesion: digits.adhesion(), rows: rows.count(), blocks: rows.blocks(refuseTwice) };
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
    /** @param digits in ASCII */
    add({ bytes, start }: ByteRange): void {
      for (let at = 0; at < adhered.length; at += 1) {
        const counts = countsOf[(bytes[start + at] ?? 0) - 48];
        if (counts) counts[at] = (counts[at] ?? 0) + 1;
      }
    },
    adhesion: (): Padron["adhesion"] =>
      Object.fromEntries(
        // The first digit is that of the last jurisdiction.
        jurisdictions.toReversed().map(({ jurisdiction }, at) => {
          const counts = { adhered: adhered[at] ?? 0, others: others[at] ?? 0 };
          return [jurisdiction, adhesionOf(counts)];
        }),
      ),
  };
}
