import jpeg from "jpeg-js";
import { PNG } from "pngjs";
import type { Pixels } from "./pixels.js";

/** Near to what cannot be told from the original on paper. */
const jpegQuality = 90;

/** The pixels as a JPEG, and nothing else. */
export const toJpeg = ({ width, height, rgba }: Pixels): Buffer =>
  jpeg.encode({ width, height, data: rgba }, jpegQuality).data;

/** The pixels as a PNG, and nothing else: with no more samples than they need. */
export function toPng({ width, height, rgba }: Pixels): Buffer {
  const png = new PNG({ width, height });
  png.data = Buffer.from(rgba.buffer, rgba.byteOffset, rgba.byteLength);
  return PNG.sync.write(png, { colorType: colorTypeOf(rgba), inputColorType: 6 });
}

/** Source: ISO 15948, 11.2.2. */
const colorTypes = { gray: 0, colored: 2, grayWithOpacity: 4, coloredWithOpacity: 6 } as const;

function colorTypeOf(rgba: Uint8Array) {
  let isGray = true;
  let isOpaque = true;
  for (let at = 0; at < rgba.length; at += 4) {
    isGray &&= rgba[at] === rgba[at + 1] && rgba[at] === rgba[at + 2];
    isOpaque &&= rgba[at + 3] === 255;
  }
  if (isOpaque) return isGray ? colorTypes.gray : colorTypes.colored;
  return isGray ? colorTypes.grayWithOpacity : colorTypes.coloredWithOpacity;
}
