import { createCanvas, type ImageData } from "@napi-rs/canvas";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

export interface PagePicture {
  png: Buffer;
  pixels: ImageData;
}

/** Renders the pages of a PDF as images. */
export async function pictureOf(pdf: Buffer, dotsPerInch = 110): Promise<PagePicture[]> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  const pictures: PagePicture[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale: dotsPerInch / 72 });
    const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
    const canvas = createCanvas(width, height);
    const context = canvas.getContext("2d");
    context.fillStyle = "white";
    context.fillRect(0, 0, width, height);
    await page.render({ canvas: canvas as never, canvasContext: context as never, viewport }).promise;
    pictures.push({ png: canvas.toBuffer("image/png"), pixels: context.getImageData(0, 0, width, height) });
  }
  await task.destroy();
  return pictures;
}
