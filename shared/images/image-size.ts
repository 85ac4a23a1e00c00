import { crc32 } from "node:zlib";
import { readJpegSize } from "./jpeg-size.js";

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

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The size of a complete PNG: every chunk from IHDR through IDAT to IEND has a valid checksum. Undefined for anything else. */
function readPngSize(bytes: Buffer): { width: number; height: number } | undefined {
  if (!bytes.subarray(0, 8).equals(signature)) return undefined;
  let size: { width: number; height: number } | undefined;
  let hasData = false;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    const end = at + 8 + length;
    if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return undefined;
    if (at === 8) {
      if (type !== "IHDR" || length !== 13) return undefined;
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    }
    if (type === "IDAT") hasData = true;
    if (type === "IEND") return hasData ? size : undefined;
    at = end + 4;
  }
  return undefined;
}
