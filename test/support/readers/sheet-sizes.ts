import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

const millimetresPerPoint = 25.4 / 72;

/** The size of each page of a PDF, in whole millimetres. */
export async function sheetSizes(bytes: Uint8Array): Promise<{ widthMm: number; heightMm: number }[]> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const sizes: { widthMm: number; heightMm: number }[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const [left = 0, bottom = 0, right = 0, top = 0] = (await document.getPage(number)).view;
    sizes.push({
      widthMm: Math.round((right - left) * millimetresPerPoint),
      heightMm: Math.round((top - bottom) * millimetresPerPoint),
    });
  }
  await document.destroy();
  return sizes;
}
