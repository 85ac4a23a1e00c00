import { createHmac, timingSafeEqual } from "node:crypto";

/** Id and signature that a notification brings beside its body. */
export interface SentNotification {
  /** `data.id` of the query, in its own case. */
  id: string;
  signature: string | undefined;
  requestId: string | undefined;
}

/**
 * Whether the provider signed it: HMAC-SHA256 over its id, the request's id and the time, where parts that are absent are left out. The
 * provider's documents say the id in lower case, its library as it was sent: either counts.
 * @param maxAgeSeconds how old the time of the signature may be, before and after ours; undefined: any
 */
export function isSigned(
  { id, signature = "", requestId }: SentNotification,
  { secret, maxAgeSeconds, nowMs }: { secret: string; maxAgeSeconds: number | undefined; nowMs: number },
): boolean {
  const parts = new Map(signature.split(",").map((part) => readPart(part)));
  const [ts, v1] = [parts.get("ts"), parts.get("v1")];
  if (!ts || !/^\d{1,16}$/.test(ts) || !v1 || !/^[0-9a-f]{64}$/i.test(v1)) return false;
  // In seconds or in milliseconds: both are about.
  const atMs = Number(ts) * (ts.length > 11 ? 1 : 1_000);
  if (maxAgeSeconds !== undefined && Math.abs(nowMs - atMs) > maxAgeSeconds * 1_000) return false;
  const sent = Buffer.from(v1, "hex");
  return [id, id.toLowerCase()].some((each) => timingSafeEqual(hash(secret, signedText(each, requestId, ts)), sent));
}

/** The text that is signed. */
const signedText = (id: string, requestId: string | undefined, ts: string): string =>
  `${id && `id:${id};`}${requestId ? `request-id:${requestId};` : ""}ts:${ts};`;

const hash = (secret: string, text: string): Buffer => createHmac("sha256", secret).update(text).digest();

function readPart(part: string): [name: string, value: string] {
  const [name = "", value = ""] = part.split("=", 2);
  return [name.trim(), value.trim()];
}
