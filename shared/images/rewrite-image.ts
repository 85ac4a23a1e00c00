import { decodeJpeg, decodePng } from "./decode-image.js";
import { toJpeg, toPng } from "./encode-image.js";
import { type ImageSize, readImageSize } from "./image-size.js";
import type { Pixels } from "./pixels.js";
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

/** The image at half its width and height: each pixel is the mean of those that it stands for, by how opaque they are. */
function halve({ width, height, rgba }: Pixels): Pixels {
  const [across, down] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const to = new Uint8Array(across * down * 4);
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      const sums = [0, 0, 0, 0];
      let pixels = 0;
      for (let row = 2 * y; row < Math.min(2 * y + 2, height); row++)
        for (let column = 2 * x; column < Math.min(2 * x + 2, width); column++) {
          const at = (row * width + column) * 4;
          const opacity = rgba[at + 3] ?? 0;
          for (const color of [0, 1, 2]) sums[color] = (sums[color] ?? 0) + (rgba[at + color] ?? 0) * opacity;
          sums[3] = (sums[3] ?? 0) + opacity;
          pixels += 1;
        }
      const [red = 0, green = 0, blue = 0, opacity = 0] = sums;
      const by = opacity || 1;
      to.set([red / by, green / by, blue / by, opacity / pixels].map(Math.round), (y * across + x) * 4);
    }
  return { width: across, height: down, rgba: to };
}
