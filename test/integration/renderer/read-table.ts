import { Decimal } from "../../../shared/domain/money.js";
import type { PdfPage, PlacedText } from "./read-pdf.js";

/** A printed item row: the text under each column's title. */
export type TableRow = Record<string, string>;

const leftAligned = new Set(["Código", "Producto / Servicio", "U. medida"]);

/** Reads the items by position: numbers are right-aligned with their title, other texts left-aligned with it. */
export function readTable({ texts }: PdfPage): TableRow[] {
  const written = texts.filter(({ text }) => text.trim() !== "");
  const head = written.find(({ text }) => text === "Producto / Servicio");
  if (!head) return [];
  const titles = written.filter(({ y }) => Math.abs(y - head.y) < 1);
  const below = written.filter(({ y }) => y < head.y - 1);
  const starts = below
    .filter(({ x, text }) => Math.abs(x - head.x) < 1.5 && /^fila \d+/.test(text))
    .toSorted((a, b) => b.y - a.y);
  return starts.map((start) => {
    const line = below.filter(({ y }) => Math.abs(y - start.y) < 1);
    return Object.fromEntries(
      titles.map((title) => [title.text, line.find((text) => isUnder(title, text))?.text ?? ""]),
    );
  });
}

function isUnder(title: PlacedText, text: PlacedText): boolean {
  if (leftAligned.has(title.text)) return Math.abs(title.x - text.x) < 1.5;
  return Math.abs(title.x + title.width - text.x - text.width) < 1.5;
}

/** "1.234,50" is 1234.5. */
export const readNumber = (text: string): Decimal => {
  if (!/^\d{1,3}(\.\d{3})*(,\d+)?$/.test(text)) throw new Error(`not a printed number: ${JSON.stringify(text)}`);
  return new Decimal(text.replaceAll(".", "").replace(",", "."));
};

/** The number of printed decimals, including zeros. */
export const decimalsOf = (text: string): number => text.split(",")[1]?.length ?? 0;

/** The amount beside a label of the foot; undefined when there is no such label. */
export function readAmount({ lines }: PdfPage, label: string): string | undefined {
  const line = lines.find((one) => one.includes(label));
  return line && /([\d.]+,\d{2})$/.exec(line.slice(line.indexOf(label) + label.length))?.[1];
}
