import type { Context } from "hono";
import { createFairSemaphore, whenFull } from "../../shared/concurrency/fair-semaphore.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { tenantKey } from "../../shared/domain/tenant.js";
import type { RewrittenImage } from "../../shared/images/rewrite-image.js";
import type { Rewriter } from "../../shared/images/rewriter.js";
import type { ApiEnv } from "../http/env.js";
import { ApiError, invalidBody } from "../http/errors.js";
import { maxLogoBytes, readLogoImage } from "./logo-image.js";

/** One after the other, each in a thread of its own: that takes a second or two at most. Two of a company are in work or wait. */
const line = createFairSemaphore({ places: 1, ofKey: 2, line: 7, longestMs: 20_000 });

/** The image in a request's body, written anew by our encoder. Its Content-Type must match its content. */
export async function readLogo(c: Context<ApiEnv>, rewriteImage: Rewriter): Promise<RewrittenImage> {
  const named = /^image\/(png|jpeg)\s*(;|$)/i.exec(c.req.header("content-type") ?? "")?.[1]?.toLowerCase();
  if (!named) throw unusable(noImageType);
  const bytes = new Uint8Array(await c.req.arrayBuffer());
  if (bytes.length > maxLogoBytes) throw new ApiError(413, tooLarge);
  const read = readLogoImage(bytes);
  if ("fault" in read) throw unusable(read.fault);
  if (read.type !== named) throw unusable(misnamed(read.type, named));

  const leave = await line
    .enter({ groups: [tenantKey(c.get("caller"))] })
    .catch(whenFull(() => new ApiError(429, tooMany, { headers: { "Retry-After": "2" } })));
  try {
    const rewriting = await rewriteImage(bytes);
    if ("unreadable" in rewriting) throw unusable(unreadable);
    return rewriting.image;
  } finally {
    leave();
  }
}

const noImageType: LocalizedText = {
  en: "the body must be the image itself: send Content-Type: image/png or image/jpeg",
  es: "Enviá la imagen misma, con Content-Type: image/png o image/jpeg.",
  app: "Elegí una imagen PNG o JPEG.",
};
export const tooLarge: LocalizedText = {
  en: "A logo may have at most 512 KiB.",
  es: "El logo puede ocupar hasta 512 KB: achicá la imagen.",
};
const misnamed = (type: string, named: string): LocalizedText => ({
  en: `the body is a ${type} image, its Content-Type says ${named}`,
  es: `La imagen es ${type} y su Content-Type dice ${named}: corregilo.`,
  app: `La imagen es ${type} y llegó como ${named}: guardala de nuevo y volvé a elegirla.`,
});
const unreadable: LocalizedText = {
  en: "the image cannot be decoded: save it again as PNG or JPEG",
  es: "La imagen no se puede leer: guardala de nuevo como PNG o JPEG y volvé a elegirla.",
};
const tooMany: LocalizedText = {
  en: "Too many logos at once: send it again in a few seconds.",
  es: "Hay muchos logos a la vez: volvé a enviarlo en unos segundos.",
};

const unusable = (message: LocalizedText) => invalidBody([{ field: null, message }]);
