import { decodeJpeg } from "./decode-jpeg.js";
import { decodePng } from "./decode-png.js";
import { toJpeg, toPng } from "./encode-image.js";
import { halve } from "./halve.js";
import { type ImageSize, readImageSize } from "./image-size.js";
import { UnreadableImageError } from "./pixels.js";

/** An image that our encoder wrote. */
export interface RewrittenImage extends ImageSize {
  bytes: Buffer;
}

/** No stored image has more bytes. One that would is made smaller. */
export const maxStoredBytes = 2 * 1_024 * 1_024;

/**
 * Decodes an image and writes its pixels anew, in the same format. What else a file of a stranger has, and what a decoder less careful
 * might stumble over, is gone. It may take a second: see `rewriter.ts`.
 * @throws UnreadableImageError
 */
export function rewriteImage(bytes: Buffer): RewrittenImage {
  const type = readImageSize(bytes)?.type;
  if (!type) throw new UnreadableImageError("it is neither a PNG nor a JPEG");
  const encode = type === "image/png" ? toPng : toJpeg;
  let pixels = type === "image/png" ? decodePng(bytes) : decodeJpeg(bytes);
  let written = encode(pixels);
  while (written.length > maxStoredBytes) {
    pixels = halve(pixels);
    written = encode(pixels);
  }
  return { type, width: pixels.width, height: pixels.height, bytes: written };
}
