import type { Context } from "hono";
import type { Words } from "../../shared/domain/words.js";
import { ApiError, invalidBody } from "../errors.js";
import { type LogoImage, maxLogoBytes, readLogoImage } from "./logo-image.js";

/** The image in a request's body. Its Content-Type must match its content. */
export async function readLogo(c: Context): Promise<LogoImage> {
  const named = /^image\/(png|jpeg)\s*(;|$)/i.exec(c.req.header("content-type") ?? "")?.[1]?.toLowerCase();
  if (!named) throw unusable(noImageType);
  const bytes = new Uint8Array(await c.req.arrayBuffer());
  if (bytes.length > maxLogoBytes) throw new ApiError(413, tooLarge);
  const read = readLogoImage(bytes);
  if ("fault" in read) throw unusable(read.fault);
  if (read.logo.type !== named) throw unusable(misnamed(read.logo.type, named));
  return read.logo;
}

const noImageType: Words = {
  en: "the body must be the image itself: send Content-Type: image/png or image/jpeg",
  es: "Enviá la imagen misma, con Content-Type: image/png o image/jpeg.",
  app: "Elegí una imagen PNG o JPEG.",
};
export const tooLarge: Words = {
  en: "A logo may have at most 512 KiB.",
  es: "El logo puede ocupar hasta 512 KB: achicá la imagen.",
};
const misnamed = (type: string, named: string): Words => ({
  en: `the body is a ${type} image, its Content-Type says ${named}`,
  es: `La imagen es ${type} y su Content-Type dice ${named}: corregilo.`,
  app: `La imagen es ${type} y llegó como ${named}: guardala de nuevo y volvé a elegirla.`,
});

const unusable = (message: Words) => invalidBody([{ field: null, message }]);
