import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { decimal } from "../../shared/domain/spanish.js";
import type { ApiEnv } from "../http/env.js";
import { ApiError } from "../http/errors.js";
import { inProcessCallOf } from "../http/in-process-call.js";
import { type BodyPlaces, briefBytes } from "../parsing/body-places.js";
import { BodyOutOfBounds } from "../parsing/read-bytes.js";

/**
 * Refuses larger bodies, but not of a GET, which nobody reads. Judges by Content-Length where there is one, and otherwise counts the
 * bytes as they arrive. What is long, or may be, is read here, in a place of those that the process has.
 * @param maxBytesOf the limit of a request
 */
export function limitBody(places: BodyPlaces, maxBytesOf: (c: Context<ApiEnv>) => number) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (c.req.method === "GET" || c.req.method === "HEAD") return next();
    const maxBytes = maxBytesOf(c);
    if (isFromWithin(c)) return countBytes(maxBytes)(c, next);
    const length = lengthOf(c);
    if (length <= briefBytes) return next();
    if (length > maxBytes && length !== Number.POSITIVE_INFINITY) throw tooLarge(maxBytes);
    const body = await places(c.get("caller"), c.req.raw.body, maxBytes).catch((error: unknown) => {
      throw error instanceof BodyOutOfBounds ? tooLarge(maxBytes) : error;
    });
    // Hono gives it to whoever asks, as if it had read it itself.
    Object.assign(c.req.bodyCache, { arrayBuffer: Promise.resolve(exactly(body)) });
    await next();
  });
}

/** Length that the head tells; any number when the body comes in pieces. */
function lengthOf(c: Context): number {
  return c.req.header("transfer-encoding") === undefined
    ? Number(c.req.header("content-length") ?? 0)
    : Number.POSITIVE_INFINITY;
}

/** A call of the pages or of an agent: its body is there already, and no header tells its length. */
function isFromWithin(c: Context): boolean {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  return incoming === undefined || inProcessCallOf(c).caller !== undefined;
}

/** Without the room that was kept for more. */
const exactly = ({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer =>
  buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;

const countBytes = (maxBytes: number) =>
  bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw tooLarge(maxBytes);
    },
  });

export const tooLarge = (maxBytes: number) =>
  new ApiError(413, {
    en: `The body is larger than ${maxBytes / 1_048_576} MB.`,
    es: `Lo que enviaste ocupa más de ${decimal(maxBytes / 1_048_576)} MB: achicalo o dividilo.`,
  });
