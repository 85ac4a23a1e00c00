import type { ByteRange, RowBytes } from "../../../shared/db/sircip/padron-block.js";
import { cleanText } from "../../../shared/domain/clean-text.js";
import { isSircipLetter } from "../../../shared/domain/perceptions/sircip-rates.js";
import { endsWithCheckDigit } from "../../../shared/domain/tax-id.js";
import { type DecodeText, noText } from "./decode-text.js";

/** First line of a padrón. Source: issuer/authority/README.md, section 19.3. */
export const padronHeader = "periodo,cuit,razon_social_contri,jurisdiccion_sede,crc,alicuota_unica_letra,campo7";

/** Line of a padrón, or what was expected in its place. The month is `YYYYMM`. */
type ParsedLine = { month: number; row: RowBytes } | { expected: string };

export const isMonth = (text: string): boolean => /^\d{6}$/.test(text) && isMonthNumber(Number(text));

function isMonthNumber(number: number): boolean {
  const month = number % 100;
  return number >= 190_000 && number < 210_000 && month >= 1 && month <= 12;
}

const [comma, space, zero, tilde] = [0x2c, 0x20, 0x30, 0x7e];

/**
 * Parses a line from both ends: a name may have commas. It reads bytes, and makes no text of what is as it should be: a padrón has three
 * million lines, and sales want the processors meanwhile.
 */
export function parsePadronLine({ bytes, start, end }: ByteRange, decode: DecodeText): ParsedLine {
  const afterPeriod = commaFrom(bytes, start, end);
  const afterCuit = commaFrom(bytes, afterPeriod + 1, end);
  const beforeDigits = commaBefore(bytes, end, start);
  const beforeLetter = commaBefore(bytes, beforeDigits, start);
  const beforeCrc = commaBefore(bytes, beforeLetter, start);
  const beforeSeat = commaBefore(bytes, beforeCrc, start);
  if (afterCuit >= beforeSeat) return { expected: `7 fields: ${padronHeader}` };
  const range = (from: number, to: number): ByteRange => ({ bytes, start: from, end: to });
  const expected = (what: string, field: ByteRange) => ({ expected: `${what}, and not ${quote(field)}` });

  const month = numberOf(bytes, start, afterPeriod, 6);
  if (!isMonthNumber(month)) return expected("a month as YYYYMM", range(start, afterPeriod));
  const cuit = numberOf(bytes, afterPeriod + 1, afterCuit, 11);
  if (!(cuit > 0 && endsWithCheckDigit((at) => digitAt(bytes, afterPeriod + 1 + at))))
    return expected("a CUIT of 11 digits with its check digit", range(afterPeriod + 1, afterCuit));
  const seat = numberOf(bytes, beforeSeat + 1, beforeCrc, 3);
  if (Number.isNaN(seat)) return expected("a jurisdiction of 3 digits", range(beforeSeat + 1, beforeCrc));
  const crc = numberOf(bytes, beforeCrc + 1, beforeLetter, 2);
  if (!(crc >= 10)) return expected("a CRC of 10 to 99", range(beforeCrc + 1, beforeLetter));
  const letter = bytes[beforeLetter + 1] ?? comma;
  if (beforeDigits - beforeLetter !== 2 || !isSircipLetter(String.fromCharCode(letter)))
    return expected("a letter of A to X", range(beforeLetter + 1, beforeDigits));
  // The last of the digits is 0, and says nothing.
  const digits = range(beforeDigits + 1, end - 1);
  if (!areDigits(digits, 24) || bytes[end - 1] !== zero)
    return expected("25 digits, the last of them 0", range(beforeDigits + 1, end));
  const name = cleanName(range(afterCuit + 1, beforeSeat), decode);
  return name ? { month, row: { cuit, seat, crc, letter, digits, name } } : { expected: noText };
}

/** The first comma from here on, or the end. */
function commaFrom(bytes: Buffer, start: number, end: number): number {
  for (let at = start; at < end; at += 1) if (bytes[at] === comma) return at;
  return end;
}

/** The last comma before here, or what stands before the start. */
function commaBefore(bytes: Buffer, end: number, start: number): number {
  for (let at = end - 1; at >= start; at -= 1) if (bytes[at] === comma) return at;
  return start - 1;
}

const digitAt = (bytes: Buffer, at: number): number => (bytes[at] ?? 0) - zero;

/** Number of so many digits, and otherwise NaN. */
function numberOf(bytes: Buffer, start: number, end: number, digits: number): number {
  if (!areDigits({ bytes, start, end }, digits)) return Number.NaN;
  let number = 0;
  for (let at = start; at < end; at += 1) number = 10 * number + digitAt(bytes, at);
  return number;
}

function areDigits({ bytes, start, end }: ByteRange, digits: number): boolean {
  if (end - start !== digits) return false;
  for (let at = start; at < end; at += 1) {
    const digit = digitAt(bytes, at);
    if (digit < 0 || digit > 9) return false;
  }
  return true;
}

/** The name in UTF-8, clean. Undefined when it is no text. */
function cleanName(range: ByteRange, decode: DecodeText): ByteRange | undefined {
  if (isPlain(range)) return range;
  const name = decode(range);
  if (name === undefined) return undefined;
  const bytes = Buffer.from(cleanText(name));
  return { bytes, start: 0, end: bytes.length };
}

/** Whether a text is in ASCII, and clean as it stands. */
function isPlain({ bytes, start, end }: ByteRange): boolean {
  let before = space;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < space || byte > tilde || (byte === space && before === space)) return false;
    before = byte;
  }
  return before !== space || start === end;
}

/** A field that should be in ASCII, as it stands. */
const quote = ({ bytes, start, end }: ByteRange): string =>
  JSON.stringify(bytes.toString("latin1", start, Math.min(end, start + 40)).replace(/[^\x20-\x7e]/g, "?"));
