import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { setCookie } from "hono/cookie";
import { cookieOptions, readCookie } from "./cookies.js";
import type { AppDeps } from "./deps.js";

/**
 * With which browsers people signed in of late: each has a cookie that says so, signed. It opens nothing: like the address, it only
 * decides in which line somebody waits and how long a form without a session may be. What comes with it counts for its person, so
 * whoever has many browsers has no more places.
 */
export interface KnownBrowsers {
  /** The person who signed in with it; undefined when nobody did, or long ago. */
  find(c: Context): Promise<number | undefined>;
  remember(c: Context, personId: number): Promise<void>;
}

const name = "talonario_known";
const keptSeconds = 30 * 86_400;
const form = /^(\d{1,10})\.(\d{1,11})\.([\w-]{43})$/;

export function createKnownBrowsers({
  macKeys,
  config,
  now,
}: Pick<AppDeps, "macKeys" | "config" | "now">): KnownBrowsers {
  const nowSeconds = () => Math.floor(now() / 1_000);
  async function sign(personId: number, untilSeconds: number): Promise<string> {
    const key = await macKeys("browsers that are known");
    return createHmac("sha256", key).update(`${personId}.${untilSeconds}`).digest("base64url");
  }
  return {
    async find(c) {
      const [, person, until, signature = ""] = form.exec(readCookie(c, name) ?? "") ?? [];
      if (person === undefined || until === undefined || Number(until) < nowSeconds()) return undefined;
      const expected = await sign(Number(person), Number(until));
      return timingSafeEqual(Buffer.from(expected), Buffer.from(signature)) ? Number(person) : undefined;
    },
    async remember(c, personId) {
      const untilSeconds = nowSeconds() + keptSeconds;
      const value = `${personId}.${untilSeconds}.${await sign(personId, untilSeconds)}`;
      setCookie(c, name, value, { ...cookieOptions(c, config.TRUST_PROXY), maxAge: keptSeconds });
    },
  };
}
