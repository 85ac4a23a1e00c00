import type { Context } from "hono";
import { setCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import { newSecret } from "../../../shared/db/people/sessions.js";

/**
 * Value of a cookie of ours. None has a percent sign, and none is decoded: each escape that is wrong is an exception, and thousands of them fit into a
 * header that anybody may send.
 */
export const readCookie = (c: Context, name: string): string | undefined =>
  parse((c.req.raw.headers.get("cookie") ?? "").replaceAll("%", "!"), name)[name];

/**
 * The one cookie that opens something. Its secret is that of the session; before somebody signs in it belongs to no session, and only ties forms to the
 * browser. Signing in always makes another one.
 */
const name = "talonario_session";

export const readSecret = (c: Context): string | undefined => {
  const secret = readCookie(c, name);
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : undefined;
};

/** Ends with the browser. How long a session lasts is known here alone. */
export function giveSecret(c: Context, secret: string, trustProxy: number): void {
  setCookie(c, name, secret, cookieOptions(c, trustProxy));
}

/** Attributes of every cookie of ours: out of reach of scripts and of other sites' forms. */
export const cookieOptions = (c: Context, trustProxy: number) =>
  ({ path: "/app", httpOnly: true, sameSite: "Lax", secure: isSecure(c, trustProxy) }) as const;

export function giveNewSecret(c: Context, trustProxy: number): string {
  const secret = newSecret();
  giveSecret(c, secret, trustProxy);
  return secret;
}

/** Whether the browser speaks TLS, to us or to the outermost proxy that we believe. Most proxies pass on one entry for all. */
function isSecure(c: Context, trustProxy: number): boolean {
  const forwarded = trustProxy > 0 ? c.req.header("x-forwarded-proto")?.split(",") : undefined;
  const spoken = forwarded?.at(-trustProxy) ?? forwarded?.at(0) ?? new URL(c.req.url).protocol.slice(0, -1);
  return spoken.trim().toLowerCase() === "https";
}

/** The environment in which this browser was last. It opens nothing, so it outlives the browser's session. */
const placeName = "talonario_environment";
const placeSeconds = 365 * 24 * 60 * 60;

export const lastEnvironment = (c: Context): "homologation" | "production" =>
  readCookie(c, placeName) === "production" ? "production" : "homologation";

export function keepEnvironment(c: Context, production: boolean, trustProxy: number): void {
  const environment = production ? "production" : "homologation";
  if (readCookie(c, placeName) === environment) return;
  setCookie(c, placeName, environment, { ...cookieOptions(c, trustProxy), maxAge: placeSeconds });
}

/** Secrets that this browser had before somebody signed out or in: they open nothing, and only tell which forms are its own. */
const beforeName = "talonario_before";
const maxBefore = 3;

export const secretsBefore = (c: Context): string[] =>
  (readCookie(c, beforeName) ?? "")
    .split(".")
    .filter((secret) => /^[\w-]{43}$/.test(secret))
    .slice(0, maxBefore);

/** Remembers a secret that is over. Ends with the browser. */
export function keepBefore(c: Context, secret: string, trustProxy: number): void {
  const kept = [secret, ...secretsBefore(c)].slice(0, maxBefore);
  setCookie(c, beforeName, kept.join("."), cookieOptions(c, trustProxy));
}
