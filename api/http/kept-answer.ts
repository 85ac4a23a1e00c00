import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Context } from "hono";

type Bytes = Buffer<ArrayBuffer>;

/** Answer that everybody gets alike: made once, and then handed out as it is. However many wait for it, it is in memory once. */
export interface KeptAnswer {
  bytes: Bytes;
  type: string;
  tag: string;
  hash: string;
  /** Gives the same in fewer bytes. Undefined for what is compressed already. */
  zipped: (() => Promise<Bytes>) | undefined;
}

/** @param isZipped of bytes that compress no further */
export function keepAnswer(content: string | Bytes, type: string, { isZipped = false } = {}): KeptAnswer {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 16);
  let zip: Promise<Bytes> | undefined;
  const zipped = () => {
    // Beside the event loop, when it is first asked for.
    zip ??= promisify(gzip)(bytes) as Promise<Bytes>;
    return zip;
  };
  return {
    bytes,
    type,
    hash,
    // Weak: with and without compression it is the same to its reader, and not the same bytes.
    tag: `W/"${hash}"`,
    zipped: isZipped ? undefined : zipped,
  };
}

/** A cache asks each time whether what it has is still right. */
const revalidated = { "Cache-Control": "no-cache" };

/**
 * Answers with it: 304 to who has it already, and compressed to who can read that. Source: RFC 9110, sections 12.5.3 and 13.1.2.
 * @param headers further ones; `Cache-Control` is `no-cache` unless given
 */
export async function giveKept(c: Context, kept: KeptAnswer, headers: Record<string, string> = {}): Promise<Response> {
  const vary = [headers.Vary, kept.zipped && "Accept-Encoding"].filter((name) => name !== undefined).join(", ");
  const own = { ...revalidated, ...headers, ETag: kept.tag, ...(vary && { Vary: vary }) };
  if (has(c.req.header("if-none-match"), kept.tag)) return c.body(null, 304, own);
  const zipped = takesGzip(c.req.header("accept-encoding")) ? await kept.zipped?.() : undefined;
  const encoding = zipped && { "Content-Encoding": "gzip" };
  return c.body(zipped ?? kept.bytes, 200, { ...own, "Content-Type": kept.type, ...encoding });
}

/** A longer header is a stranger's whim, and nobody reads it. */
const maxLength = 500;

const listed = (header = ""): string[] =>
  header.length > maxLength ? [] : header.split(",").map((entry) => entry.trim());

const has = (header: string | undefined, tag: string): boolean =>
  listed(header).some((entry) => entry === tag || entry === tag.slice(2) || entry === "*");

const takesGzip = (header: string | undefined): boolean =>
  listed(header).some((entry) => /^(x-)?gzip\s*(;\s*q=(1|0\.\d*[1-9])\b.*)?$/i.test(entry));
