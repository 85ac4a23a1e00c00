import type { Context } from "hono";
import { ApiError, invalidBody } from "../errors.js";
import { type LogoImage, maxLogoBytes, readLogoImage } from "./logo-image.js";

/** The image in a request's body. Its Content-Type must match its content. */
export async function readLogo(c: Context): Promise<LogoImage> {
  const named = /^image\/(png|jpeg)\s*(;|$)/i.exec(c.req.header("content-type") ?? "")?.[1]?.toLowerCase();
  if (!named) throw unusable("the body must be the image itself: send Content-Type: image/png or image/jpeg");
  const bytes = new Uint8Array(await c.req.arrayBuffer());
  if (bytes.length > maxLogoBytes) throw new ApiError(413, "A logo may have at most 512 KiB.");
  const read = readLogoImage(bytes);
  if ("fault" in read) throw unusable(read.fault);
  if (read.logo.type !== named) throw unusable(`the body is a ${read.logo.type} image, its Content-Type says ${named}`);
  return read.logo;
}

const unusable = (message: string) => invalidBody([{ field: null, message }]);
