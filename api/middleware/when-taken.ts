import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/** Runs once the system took the whole answer, or its client is gone. At once for a call from within, whose answer is a page's. */
export function whenTaken(c: Context, then: () => void): void {
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  if (outgoing && !outgoing.destroyed) outgoing.once("close", then);
  else then();
}
