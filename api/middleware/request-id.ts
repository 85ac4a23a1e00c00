import { randomUUID } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { Log } from "../../shared/log.js";
import type { ApiEnv } from "../environment.js";

/** Names the request for its whole way through every process, and logs its end in one line. */
export const requestId = (log: Log) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const given = c.req.header("x-request-id");
    const id = given && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
    c.set("requestId", id);
    const startedAtMs = performance.now();
    await next();
    // Not c.header: that would copy the whole answer, which is there already.
    c.res.headers.set("X-Request-Id", id);
    const { companyCode, production, apiKeyId } = c.get("caller") ?? {};
    log.info(
      {
        requestId: id,
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        ms: Math.round(performance.now() - startedAtMs),
        company: companyCode,
        production,
        apiKeyId,
      },
      "request",
    );
  });
