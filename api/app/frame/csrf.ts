import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * CSRF token that a form carries back: an HMAC of the browser's secret, so only a page that we gave to this browser has it. `key` is the
 * one of this purpose alone, so that nothing in a page is made of the cookie by itself.
 */
export const csrfOf = (key: Buffer, secret: string): string =>
  createHmac("sha256", key).update(secret).digest("base64url");

export function isCsrfOf(key: Buffer, secret: string, sent: string): boolean {
  const [expected, actual] = [Buffer.from(csrfOf(key, secret)), Buffer.from(sent)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
