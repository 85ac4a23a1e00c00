import { randomUUID } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { ApiEnv } from "../http/env.js";

/** Gives the request an id, which every process logs and the answer carries. */
export const requestId = createMiddleware<ApiEnv>(async (c, next) => {
  const given = c.req.header("x-request-id");
  const id = given && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
  c.set("requestId", id);
  await next();
  // Not c.header: at this point it would copy the whole answer.
  c.res.headers.set("X-Request-Id", id);
});
