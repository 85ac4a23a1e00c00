import type { IncomingMessage } from "node:http";
import type { Context } from "hono";

/**
 * Whether the caller went away before all of its request had come. What fails then fails by that, and nobody reads the answer. False of a
 * request that a page makes within this process.
 */
export function isClientClosed(c: Context): boolean {
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
  return incoming?.destroyed === true && !incoming.complete;
}
