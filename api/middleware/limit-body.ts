import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { decimal } from "../../shared/domain/spanish.js";
import { ApiError } from "../errors.js";

/**
 * Refuses larger bodies, but not of a GET, which nobody reads. Judges by Content-Length where there is one, and otherwise counts the
 * bytes as they arrive.
 * @param maxBytesOf the limit of a request
 */
export function limitBody(maxBytesOf: (c: Context) => number) {
  return createMiddleware(async (c, next) => {
    if (c.req.method === "GET" || c.req.method === "HEAD") return next();
    const maxBytes = maxBytesOf(c);
    const length = c.req.header("content-length");
    const hasLength = length !== undefined && c.req.header("transfer-encoding") === undefined;
    if (hasLength && Number(length) > maxBytes) throw tooLarge(maxBytes);
    return hasLength ? next() : countBytes(maxBytes)(c, next);
  });
}

export const tooLarge = (maxBytes: number) =>
  new ApiError(413, {
    en: `The body is larger than ${maxBytes / 1_048_576} MB.`,
    es: `Lo que enviaste ocupa más de ${decimal(maxBytes / 1_048_576)} MB: achicalo o dividilo.`,
  });

const countBytes = (maxBytes: number) =>
  bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw tooLarge(maxBytes);
    },
  });
