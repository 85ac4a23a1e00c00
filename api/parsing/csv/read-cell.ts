import type { LocalizedText } from "../../../shared/domain/localized-text.js";
import { decimal } from "../../../shared/domain/spanish.js";
import { wasRounded } from "../../schemas/digits.js";
import type { CellKind } from "./columns.js";

type CellValue = string | number | boolean;

/** Value of a cell, or what is wrong with it. */
export type ReadCell = { value: CellValue | CellValue[] } | { fault: LocalizedText };

/**
 * `2,02018E+10`: how a spreadsheet writes a long number that it shows in a narrow column. It keeps the digits that it shows, and no
 * program writes a number with this sign and a capital letter.
 */
const rounded = /^-?\d(?:[.,]\d+)?E\+\d{2,}$/;

/** Reads a cell that is not blank. */
export function readCell(text: string, kind: CellKind): ReadCell {
  if (rounded.test(text.trim())) return { fault: wasRounded(text.trim()) };
  if (typeof kind === "string") return readOne(text, kind);
  const values: CellValue[] = [];
  for (const part of text.trim().split(/\s+/)) {
    const read = readOne(part, kind.list);
    if ("fault" in read) return read;
    values.push(read.value);
  }
  return { value: values };
}

function readOne(text: string, kind: "text" | "number" | "boolean"): { value: CellValue } | { fault: LocalizedText } {
  switch (kind) {
    case "text":
      return { value: text };
    case "number":
      return readNumber(text.trim());
    case "boolean":
      return readBoolean(text.trim());
  }
}

/** Number that es-AR reads as thousands, and a program as a fraction: 1.500. */
const inThousands = /^[1-9]\d{0,2}(\.\d{3})+$/;

/** Whether a cell proves that the points of its column stand before fractions: 12.50 has no other reading. */
export const provesPoint = (text: string): boolean => /^-?\d+\.(?!\d{3}$)\d+(e[+-]?\d+)?$/i.test(text.trim());

/** A number that has two readings while nothing in its column proves one of them; undefined for what has one. */
export function explainThousands(text: string): LocalizedText | undefined {
  const written = text.trim();
  if (!inThousands.test(written) || written.indexOf(".") !== written.lastIndexOf(".")) return undefined;
  const [whole, exact] = [written.replace(".", ""), `${written}0`];
  return {
    en: `can be read as ${whole} and as ${Number(written)}: write ${whole} for the one, ${exact} for the other`,
    es: `Puede ser ${decimal(whole)} o ${decimal(written)}: escribí ${whole} o ${exact}.`,
  };
}

/** With a decimal point. A comma is never guessed at: 12,50 must become neither 12 nor 1250. */
function readNumber(text: string): { value: number } | { fault: LocalizedText } {
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return { value: Number(text) };
  const written = withPoint(text);
  return {
    fault:
      written === undefined
        ? { en: "must be a number", es: "Tiene que ser un número." }
        : {
            en: `must be a number with a decimal point: write ${written}, not ${text}`,
            es: `Escribí ${written} en lugar de ${text}: los decimales van con punto.`,
          },
  };
}

/** The number that was meant, where commas and points leave no doubt that separators are wrong. */
function withPoint(text: string): string | undefined {
  if (/^-?\d{1,3}(\.\d{3})*,\d+$/.test(text) || /^-?\d+,\d+$/.test(text))
    return text.replaceAll(".", "").replace(",", ".");
  if (/^-?\d{1,3}(,\d{3})+\.\d+$/.test(text)) return text.replaceAll(",", "");
  if (/^-?\d{1,3}(\.\d{3}){2,}$/.test(text)) return text.replaceAll(".", "");
  return undefined;
}

/** Also as a spreadsheet in Spanish writes it. */
const booleans = new Map([
  ["true", true],
  ["false", false],
  ["verdadero", true],
  ["falso", false],
]);

const noBoolean: LocalizedText = { en: "must be true or false", es: "Tiene que ser sí o no (true o false)." };

function readBoolean(text: string): { value: boolean } | { fault: LocalizedText } {
  const value = booleans.get(text.toLowerCase());
  return value === undefined ? { fault: noBoolean } : { value };
}
