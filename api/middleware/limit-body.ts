import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { ApiError } from "../errors.js";

/** Refuses larger bodies, but not of a GET, which nobody reads. Judges by Content-Length where there is one, and otherwise counts the bytes as they arrive. */
export function limitBody(maxBytes: number) {
  const tooLarge = () => new ApiError(413, `The body is larger than ${maxBytes / 1_048_576} MB.`);
  const countBytes = bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw tooLarge();
    },
  });
  return createMiddleware(async (c, next) => {
    if (c.req.method === "GET" || c.req.method === "HEAD") return next();
    const length = c.req.header("content-length");
    const hasLength = length !== undefined && c.req.header("transfer-encoding") === undefined;
    if (hasLength && Number(length) > maxBytes) throw tooLarge();
    return hasLength ? next() : countBytes(c, next);
  });
}
