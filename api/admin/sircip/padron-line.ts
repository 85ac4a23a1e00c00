import type { PadronRow } from "../../../shared/db/sircip/padron-block.js";
import { cleanText } from "../../../shared/domain/clean-text.js";
import { isSircipLetter } from "../../../shared/domain/perceptions/sircip-rates.js";
import { isTaxId } from "../../../shared/domain/tax-id.js";

/** First line of a padrón. Source: issuer/authority/README.md, section 19.3. */
export const padronHeader = "periodo,cuit,razon_social_contri,jurisdiccion_sede,crc,alicuota_unica_letra,campo7";

/** Line of a padrón, or what was expected in its place. */
type ParsedLine = { period: string; row: PadronRow } | { expected: string };

export const isMonth = (text: string): boolean => /^(19|20)\d\d(0[1-9]|1[0-2])$/.test(text);

/** Parses a line from both ends: a name may have commas. */
export function parsePadronLine(line: string): ParsedLine {
  const afterPeriod = line.indexOf(",");
  const afterCuit = line.indexOf(",", afterPeriod + 1);
  const beforeDigits = line.lastIndexOf(",");
  const beforeLetter = line.lastIndexOf(",", beforeDigits - 1);
  const beforeCrc = line.lastIndexOf(",", beforeLetter - 1);
  const beforeSeat = line.lastIndexOf(",", beforeCrc - 1);
  if (afterPeriod < 0 || afterCuit < 0 || beforeSeat <= afterCuit) return { expected: `7 fields: ${padronHeader}` };
  const period = line.slice(0, afterPeriod);
  const cuit = line.slice(afterPeriod + 1, afterCuit);
  const seat = line.slice(beforeSeat + 1, beforeCrc);
  const crc = line.slice(beforeCrc + 1, beforeLetter);
  const letter = line.slice(beforeLetter + 1, beforeDigits);
  const digits = line.slice(beforeDigits + 1);
  if (!isMonth(period)) return { expected: `a month as YYYYMM, and not ${quote(period)}` };
  if (!isTaxId(cuit) || Number(cuit) === 0)
    return { expected: `a CUIT of 11 digits with its check digit, and not ${quote(cuit)}` };
  if (!/^\d{3}$/.test(seat)) return { expected: `a jurisdiction of 3 digits, and not ${quote(seat)}` };
  if (!/^[1-9]\d$/.test(crc)) return { expected: `a CRC of 10 to 99, and not ${quote(crc)}` };
  if (!isSircipLetter(letter)) return { expected: `a letter of A to X, and not ${quote(letter)}` };
  if (!/^\d{24}0$/.test(digits)) return { expected: `25 digits, the last of them 0, and not ${quote(digits)}` };
  const name = cleanText(line.slice(afterCuit + 1, beforeSeat));
  const row = { cuit: Number(cuit), seat: Number(seat), crc: Number(crc), letter, digits: digits.slice(0, 24), name };
  return { period, row };
}

const quote = (text: string): string => JSON.stringify(text.slice(0, 40));
