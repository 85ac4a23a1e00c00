import { isPrintableSize, readImageSize } from "../shared/images/image-size.js";
import type { Log } from "../shared/log.js";
import type { Storage } from "../shared/storage/storage.js";

const maxBytes = 2 * 1024 * 1024;

/** The logo as a data URI. Undefined when it is missing, broken or too large: the voucher is then printed without it. */
export async function readLogo(storage: Storage, key: string | null, log: Log): Promise<string | undefined> {
  if (key === null) return undefined;
  if (!(await storage.exists(key))) return skip(log, key, "it is not there");
  const bytes = await storage.read(key);
  const size = readImageSize(bytes);
  if (!size) return skip(log, key, "it is neither a PNG nor a JPEG");
  if (bytes.length > maxBytes || !isPrintableSize(size)) return skip(log, key, "it is too large");
  return `data:${size.type};base64,${bytes.toString("base64")}`;
}

function skip(log: Log, logoKey: string, reason: string): undefined {
  log.warn({ logoKey, reason }, "printed without its logo");
  return undefined;
}
