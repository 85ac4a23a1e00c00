import jpeg from "jpeg-js";
import { PNG } from "pngjs";
import { cleanPng } from "./clean-png.js";
import { readOrientation } from "./exif-orientation.js";
import { type Pixels, UnreadableImageError } from "./pixels.js";

/** The pixels of a whole PNG of any kind: of 16 bits the upper ones. @throws UnreadableImageError */
export function decodePng(bytes: Buffer): Pixels {
  const png = cleanPng(bytes);
  try {
    const { width, height, data } = PNG.sync.read(png);
    return { width, height, rgba: data };
  } catch (error) {
    throw new UnreadableImageError("its pixels cannot be read", { cause: error });
  }
}

/** Enough for the largest image that may be stored, in three colors that come in steps. */
const maxMemoryUsageInMB = 400;

/** The pixels of a whole JPEG, upright: baseline or progressive, gray, in color or in four inks. @throws UnreadableImageError */
export function decodeJpeg(bytes: Buffer): Pixels {
  let decoded: { width: number; height: number; data: Uint8Array };
  try {
    decoded = jpeg.decode(bytes, { useTArray: true, maxMemoryUsageInMB });
  } catch (error) {
    throw new UnreadableImageError("its pixels cannot be read", { cause: error });
  }
  const { width, height, data } = decoded;
  return turnUpright({ width, height, rgba: data }, readOrientation(bytes));
}

/** Where a pixel of the upright image stands in the one that a camera wrote. Source: ISO 12234, the tag Orientation. */
const sources: Record<number, (x: number, y: number, width: number, height: number) => [x: number, y: number]> = {
  2: (x, y, width) => [width - 1 - x, y],
  3: (x, y, width, height) => [width - 1 - x, height - 1 - y],
  4: (x, y, _width, height) => [x, height - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y, _width, height) => [y, height - 1 - x],
  7: (x, y, width, height) => [width - 1 - y, height - 1 - x],
  8: (x, y, width) => [width - 1 - y, x],
};

/** Turns and mirrors the pixels as the image's orientation asks: 1 to 8, anything else is as 1. */
function turnUpright(pixels: Pixels, orientation: number): Pixels {
  const source = sources[orientation];
  if (!source) return pixels;
  const { width, height, rgba } = pixels;
  const isOnItsSide = orientation >= 5;
  const [across, down] = isOnItsSide ? [height, width] : [width, height];
  const from = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height);
  const to = new Uint32Array(width * height);
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      const [fromX, fromY] = source(x, y, width, height);
      to[y * across + x] = from[fromY * width + fromX] ?? 0;
    }
  return { width: across, height: down, rgba: new Uint8Array(to.buffer) };
}
