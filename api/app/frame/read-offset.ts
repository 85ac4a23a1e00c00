import type { Context } from "hono";

/** From which row on a list is shown: `?offset=40`. Anything else is its beginning. */
export const toOffset = (given: string | null | undefined): number =>
  /^\d{1,9}$/.test(given ?? "") ? Number(given) : 0;

export const readOffset = (c: Context): number => toOffset(c.req.query("offset"));
