import { readJpegSize } from "./jpeg-size.js";
import { readPngSize } from "./png-size.js";

export interface ImageSize {
  type: "image/png" | "image/jpeg";
  /** Pixels. */
  width: number;
  height: number;
}

/** A small file can claim an enormous size. A wider or higher image is neither stored nor printed. */
export const maxImageSide = 4_096;

/** The type and size of a complete PNG or JPEG, from its content. Undefined for anything else. Does not decode the image. */
export function readImageSize(bytes: Buffer): ImageSize | undefined {
  const png = readPngSize(bytes);
  if (png) return { type: "image/png", ...png };
  const jpeg = readJpegSize(bytes);
  return jpeg && { type: "image/jpeg", ...jpeg };
}

export const isPrintableSize = ({ width, height }: ImageSize): boolean =>
  width >= 1 && height >= 1 && width <= maxImageSide && height <= maxImageSide;
