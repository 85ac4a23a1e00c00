import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { decimal } from "../../shared/domain/spanish.js";
import { isPrintableSize, maxImageSide, readImageSize } from "../../shared/images/image-size.js";

interface LogoSize {
  type: "png" | "jpeg";
  /** Pixels. */
  width: number;
  height: number;
}

export const maxLogoBytes = 512 * 1_024;

/** To decode one takes some 20 bytes of memory for each. */
const maxLogoPixels = 8_388_608;

const noImage: LocalizedText = {
  en: "the body must be a whole PNG or JPEG image",
  es: "El archivo no es una imagen PNG o JPEG completa: elegí otro.",
};
const wrongSize = (width: number, height: number): LocalizedText => ({
  en: `the image must be 1 to ${maxImageSide} pixels wide and high; it is ${width} x ${height}`,
  es: `La imagen mide ${width} x ${height} píxeles: achicala a ${decimal(maxImageSide)} de lado como mucho.`,
});
const tooManyPixels = (width: number, height: number): LocalizedText => ({
  en: `the image must have at most ${maxLogoPixels} pixels; it is ${width} x ${height}`,
  es: `La imagen mide ${width} x ${height} píxeles: achicala a ${decimal(maxLogoPixels)} en total como mucho.`,
});

/** Reads an uploaded logo by its content, not by its content type, before any of it is decoded. `fault` says why it cannot be printed. */
export function readLogoImage(bytes: Uint8Array): LogoSize | { fault: LocalizedText } {
  const size = readImageSize(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (!size) return { fault: noImage };
  const { width, height } = size;
  if (!isPrintableSize(size)) return { fault: wrongSize(width, height) };
  if (width * height > maxLogoPixels) return { fault: tooManyPixels(width, height) };
  return { type: size.type === "image/png" ? "png" : "jpeg", width, height };
}
