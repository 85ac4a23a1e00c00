import jpeg from "jpeg-js";
import { readOrientation } from "./exif-orientation.js";
import { type Pixels, UnreadableImageError } from "./pixels.js";
import { turnUpright } from "./turn-upright.js";

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
