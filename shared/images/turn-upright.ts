import type { Pixels } from "./pixels.js";

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
export function turnUpright(pixels: Pixels, orientation: number): Pixels {
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
