import type { RowBytes } from "../../../shared/db/sircip/padron-block.js";
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
export function parsePadronLine(line: Buffer, decode: DecodeText): ParsedLine {
  const afterPeriod = line.indexOf(comma);
  const afterCuit = line.indexOf(comma, afterPeriod + 1);
  const beforeDigits = line.lastIndexOf(comma);
  const beforeLetter = line.lastIndexOf(comma, beforeDigits - 1);
  const beforeCrc = line.lastIndexOf(comma, beforeLetter - 1);
  const beforeSeat = line.lastIndexOf(comma, beforeCrc - 1);
  if (afterPeriod < 0 || afterCuit < 0 || beforeSeat <= afterCuit) return { expected: `7 fields: ${padronHeader}` };
  const expected = (what: string, start: number, end: number) => ({
    expected: `${what}, and not ${quote(line, start, end)}`,
  });

  const month = numberOf(line, 0, afterPeriod, 6);
  if (!isMonthNumber(month)) return expected("a month as YYYYMM", 0, afterPeriod);
  const cuit = numberOf(line, afterPeriod + 1, afterCuit, 11);
  if (!(cuit > 0 && endsWithCheckDigit((at) => digitAt(line, afterPeriod + 1 + at))))
    return expected("a CUIT of 11 digits with its check digit", afterPeriod + 1, afterCuit);
  const seat = numberOf(line, beforeSeat + 1, beforeCrc, 3);
  if (Number.isNaN(seat)) return expected("a jurisdiction of 3 digits", beforeSeat + 1, beforeCrc);
  const crc = numberOf(line, beforeCrc + 1, beforeLetter, 2);
  if (!(crc >= 10)) return expected("a CRC of 10 to 99", beforeCrc + 1, beforeLetter);
  const letter = line[beforeLetter + 1] ?? comma;
  if (beforeDigits - beforeLetter !== 2 || !isSircipLetter(String.fromCharCode(letter)))
    return expected("a letter of A to X", beforeLetter + 1, beforeDigits);
  // The last of the digits is 0, and says nothing.
  const digits = line.subarray(beforeDigits + 1, line.length - 1);
  const isWhole = digits.length === 24 && areDigits(digits) && line.at(-1) === zero;
  if (!isWhole) return expected("25 digits, the last of them 0", beforeDigits + 1, line.length);
  const name = nameOf(line.subarray(afterCuit + 1, beforeSeat), decode);
  return name ? { month, row: { cuit, seat, crc, letter, digits, name } } : { expected: noText };
}

const digitAt = (line: Buffer, at: number): number => (line[at] ?? 0) - zero;

/** Number of so many digits, and otherwise NaN. */
function numberOf(line: Buffer, start: number, end: number, digits: number): number {
  if (end - start !== digits) return Number.NaN;
  let number = 0;
  for (let at = start; at < end; at += 1) {
    const digit = digitAt(line, at);
    if (digit < 0 || digit > 9) return Number.NaN;
    number = 10 * number + digit;
  }
  return number;
}

function areDigits(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte < zero || byte > zero + 9) return false;
  return true;
}

/** The name in UTF-8, clean. Undefined when it is no text. */
function nameOf(bytes: Buffer, decode: DecodeText): Buffer | undefined {
  if (isPlain(bytes)) return bytes;
  const name = decode(bytes);
  return name === undefined ? undefined : Buffer.from(cleanText(name));
}

/** Whether a text is in ASCII, and clean as it stands. */
function isPlain(bytes: Buffer): boolean {
  let before = space;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < space || byte > tilde || (byte === space && before === space)) return false;
    before = byte;
  }
  return before !== space || bytes.length === 0;
}

/** What stands in a field that has ASCII alone. */
const quote = (line: Buffer, start: number, end: number): string =>
  JSON.stringify(line.toString("latin1", start, Math.min(end, start + 40)).replace(/[^\x20-\x7e]/g, "?"));
