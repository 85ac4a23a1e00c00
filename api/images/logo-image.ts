import { readJpegSize } from "./jpeg-size.js";
import { readPngSize } from "./png-size.js";

export interface LogoImage {
  type: "png" | "jpeg";
  width: number;
  height: number;
  bytes: Uint8Array;
}

export const mostLogoBytes = 512 * 1_024;
/** Wider or higher than this nothing is printed; a small file can say that it is enormous. */
const mostPixels = 4_096;

/** The image that the bytes are, whatever their sender calls them; or why they are none that can be printed. */
export function readLogoImage(bytes: Uint8Array): { logo: LogoImage } | { fault: string } {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const png = readPngSize(view);
  const size = png ?? readJpegSize(view);
  if (!size) return { fault: "the body must be a whole PNG or JPEG image" };
  const { width, height } = size;
  if (width < 1 || height < 1 || width > mostPixels || height > mostPixels)
    return { fault: `the image must be 1 to ${mostPixels} pixels wide and high; it is ${width} x ${height}` };
  return { logo: { type: png ? "png" : "jpeg", width, height, bytes } };
}
