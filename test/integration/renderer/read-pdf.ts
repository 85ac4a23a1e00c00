import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

export interface PdfPage {
  /** As a reader would copy it: one line per line. */
  text: string;
  /** Texts that reach beyond the paper. */
  overflowing: string[];
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
      const overflowing = texts.filter(({ transform: [, , , , x, y], width: length }) => {
        return x < 0 || x + length > width || y < 0 || y > height;
      });
      return { text: text.replace(/[^\S\n]+/g, " "), overflowing: overflowing.map(({ str }) => str) };
    }),
  );
  await task.destroy();
  return pages;
}

export const readPdf = async (pdf: Buffer): Promise<string[]> => (await readPages(pdf)).map(({ text }) => text);
