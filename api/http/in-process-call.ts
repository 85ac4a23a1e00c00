import type { Context } from "hono";
import type { Caller } from "../../shared/db/company/caller.js";
import type { Reader } from "../../shared/domain/localized-text.js";

/**
 * A call from within this process: who calls, for which request. It is given beside the request, as Hono's env: over HTTP that is
 * what the server knows of the connection, so no client can set it.
 */
export interface InProcessCall {
  caller: Caller;
  requestId: string;
  /** Reader of the answer. The request's own headers are not looked at. */
  reader: Reader;
  /** The request counted for the limits per minute already, as it came in. */
  isCounted?: boolean;
  /** Asks a route that credits a voucher for its preview. Agents need it: they see what they credit before they do. */
  previewOnly?: boolean;
}

export const inProcessCallOf = (c: Context): Partial<InProcessCall> => c.env ?? {};

export const asksForPreview = (c: Context): boolean => inProcessCallOf(c).previewOnly === true;
