import { isPrintableSize, maxImageSide, readImageSize } from "../../shared/images/image-size.js";

export interface LogoImage {
  type: "png" | "jpeg";
  /** Pixels. */
  width: number;
  height: number;
  bytes: Uint8Array;
}

export const maxLogoBytes = 512 * 1_024;

/** Reads an uploaded logo by its content, not by its content type. `fault` says why it cannot be printed. */
export function readLogoImage(bytes: Uint8Array): { logo: LogoImage } | { fault: string } {
  const size = readImageSize(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (!size) return { fault: "the body must be a whole PNG or JPEG image" };
  const { width, height } = size;
  if (!isPrintableSize(size))
    return { fault: `the image must be 1 to ${maxImageSide} pixels wide and high; it is ${width} x ${height}` };
  return { logo: { type: size.type === "image/png" ? "png" : "jpeg", width, height, bytes } };
}
