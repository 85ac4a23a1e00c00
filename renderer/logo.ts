import type { Log } from "../shared/log.js";
import type { Storage } from "../shared/storage/storage.js";
import { readImageSize } from "./image-size.js";

/** A picture of few bytes may be one of very many pixels: more than these are not decoded. */
const mostPixels = 4_096 * 4_096;
const mostBytes = 2 * 1024 * 1024;

/**
 * The logo as a data URI. A logo that is gone, is no PNG or JPEG, or is too large does not keep a voucher from being printed.
 */
export async function readLogo(storage: Storage, key: string | null, log: Log): Promise<string | undefined> {
  if (key === null) return undefined;
  if (!(await storage.exists(key))) return skip(log, key, "it is not there");
  const bytes = await storage.read(key);
  const size = readImageSize(bytes);
  if (!size) return skip(log, key, "it is neither a PNG nor a JPEG");
  if (bytes.length > mostBytes || size.width * size.height > mostPixels) return skip(log, key, "it is too large");
  return `data:${size.type};base64,${bytes.toString("base64")}`;
}

function skip(log: Log, logoKey: string, reason: string): undefined {
  log.warn({ logoKey, reason }, "printed without its logo");
  return undefined;
}
