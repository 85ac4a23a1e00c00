import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

export interface PdfPage {
  /** The text as copied from a PDF reader, line by line. */
  text: string;
  /** The lines from the top of the paper, with columns apart. */
  lines: string[];
  /** Texts that reach beyond the paper. */
  overflowing: string[];
  /** Each text with its position, in points from the paper's lower left corner. */
  texts: PlacedText[];
}

export interface PlacedText {
  text: string;
  x: number;
  y: number;
  width: number;
}

export async function readPages(pdf: Buffer): Promise<PdfPage[]> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index): Promise<PdfPage> => {
      const page = await document.getPage(index + 1);
      const [, , width = 0, height = 0] = page.view;
      const { items } = await page.getTextContent();
      const texts = items.filter((item) => "str" in item);
      const text = texts.map((item) => item.str + (item.hasEOL ? "\n" : " ")).join("");
      const overflowing = texts.filter(({ str, transform: [, , , , x, y], width: length }) => {
        if (str.trim() === "") return false;
        return x < 0 || x + length > width || y < 0 || y > height;
      });
      const placed = texts.map(({ str, transform: [, , , , x, y], width: length }) => ({
        text: str,
        x,
        y,
        width: length,
      }));
      return {
        text: text.replace(/[^\S\n]+/g, " "),
        overflowing: overflowing.map(({ str }) => str),
        texts: placed,
        lines: linesOf(placed),
      };
    }),
  );
  await task.destroy();
  return pages;
}

/** The least distance of two lines, in points: the smallest rows are set in 4.8 on 6.2. */
const closestLines = 5;

/** Pairs of texts that overlap. */
export function collidingTexts({ texts }: PdfPage): string[] {
  const shown = texts.filter(({ text }) => text.trim() !== "").toSorted((one, other) => one.y - other.y);
  return shown.flatMap((one, index) => {
    const near = shown.slice(index + 1).filter(({ y }) => y - one.y < closestLines);
    return near
      .filter(({ x, width }) => Math.min(x + width, one.x + one.width) - Math.max(x, one.x) > 1)
      .map(({ text }) => `${one.text} | ${text}`);
  });
}

/** Joins texts whose baselines are within a point of each other into lines. */
function linesOf(texts: PlacedText[]): string[] {
  const lines: PlacedText[][] = [];
  for (const text of texts.filter((one) => one.text.trim() !== "").toSorted((a, b) => b.y - a.y || a.x - b.x)) {
    const last = lines.at(-1);
    if (last?.[0] && Math.abs(last[0].y - text.y) < 1) last.push(text);
    else lines.push([text]);
  }
  return lines.map((line) => joinLine(line.toSorted((a, b) => a.x - b.x)));
}

function joinLine(line: PlacedText[]): string {
  return line
    .map(({ text, x }, index) => {
      const before = line[index - 1];
      const gap = before ? x - before.x - before.width : 0;
      return (gap > 6 ? "   " : gap > 1 ? " " : "") + text;
    })
    .join("")
    .replace(/(\S) +$/, "$1");
}

export const readPdf = async (pdf: Buffer): Promise<string[]> => (await readPages(pdf)).map(({ text }) => text);
