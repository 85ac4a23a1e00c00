import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { ApiError } from "../errors.js";

/** No body may be larger than this. One that tells its length is judged by that: only others are looked at as they come. */
export function limitBody(maxBytes: number) {
  const tooLarge = () => new ApiError(413, `The body is larger than ${maxBytes / 1_048_576} MB.`);
  const countBytes = bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw tooLarge();
    },
  });
  return createMiddleware(async (c, next) => {
    const length = c.req.header("content-length");
    const isTold = length !== undefined && c.req.header("transfer-encoding") === undefined;
    if (isTold && Number(length) > maxBytes) throw tooLarge();
    return isTold || c.req.method === "GET" ? next() : countBytes(c, next);
  });
}
