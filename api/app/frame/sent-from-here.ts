import type { Context } from "hono";
import { parseUrl } from "../../../shared/domain/parse-url.js";

/**
 * Whether a page of this host sent the form, as far as the browser tells: beside the token, a second wall against other sites. The
 * browser's own word counts first, because it holds whatever a proxy does to `Host`. A program need not send either header.
 */
export function isSentFromHere(c: Context): boolean {
  const site = c.req.header("sec-fetch-site");
  // "none" is a person's own doing, such as loading a page again.
  if (site !== undefined) return site === "same-origin" || site === "none";
  const origin = c.req.header("origin");
  return origin === undefined || hostOf(origin) === (c.req.header("host") ?? new URL(c.req.url).host);
}

const hostOf = (origin: string): string | undefined => parseUrl(origin)?.host;
