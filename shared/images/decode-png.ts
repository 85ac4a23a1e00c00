import { PNG } from "pngjs";
import { cleanPng } from "./clean-png.js";
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
