import { isPrintableSize, readImageSize } from "../shared/images/image-size.js";
import { isOwnImage } from "../shared/images/own-image.js";
import { maxStoredBytes } from "../shared/images/rewrite-image.js";
import type { Rewriter } from "../shared/images/rewriter.js";
import type { Log } from "../shared/logging/log.js";
import type { Storage } from "../shared/storage/storage.js";

/** The logo as a data URI. Undefined when it is missing, broken or too large: the voucher is then printed without it. */
export type ReadLogo = (key: string | null) => Promise<string | undefined>;

interface LogoParts {
  storage: Storage;
  log: Log;
  rewriteImage: Rewriter;
}

/** As many as the companies that print at once. */
const maxKept = 20;

/**
 * Chromium is shown what our encoder wrote, and nothing else. A logo of before logos were written anew when they were uploaded is
 * written anew here, and kept for the next print: no key is ever given to another image.
 */
export function createLogoReader({ storage, log, rewriteImage }: LogoParts): ReadLogo {
  const rewritten = new Map<string, string>();

  const skip = (logoKey: string, reason: string): undefined => {
    log.warn({ logoKey, reason }, "printed without its logo");
    return undefined;
  };

  async function rewrite(key: string, bytes: Buffer): Promise<string | undefined> {
    const rewriting = await rewriteImage(bytes).catch((error) => ({ unreadable: `${error}` }));
    if ("unreadable" in rewriting) return skip(key, rewriting.unreadable);
    const uri = toUri(rewriting.image.type, rewriting.image.bytes);
    const [oldest] = rewritten.keys();
    if (oldest !== undefined && rewritten.size >= maxKept) rewritten.delete(oldest);
    rewritten.set(key, uri);
    return uri;
  }

  return async (key) => {
    if (key === null) return undefined;
    const kept = rewritten.get(key);
    if (kept) return kept;
    if (!(await storage.exists(key))) return skip(key, "it is not there");
    const bytes = await storage.read(key);
    const size = readImageSize(bytes);
    if (!size) return skip(key, "it is neither a PNG nor a JPEG");
    if (bytes.length > maxStoredBytes || !isPrintableSize(size)) return skip(key, "it is too large");
    return isOwnImage(key) ? toUri(size.type, bytes) : rewrite(key, bytes);
  };
}

const toUri = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString("base64")}`;
