import { randomUUID } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { Log } from "../../shared/log.js";
import type { ApiEnv } from "../environment.js";

/** Gives the request an id that every process logs, and logs one line when the request ends. */
export const requestId = (log: Log) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const given = c.req.header("x-request-id");
    const id = given && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
    c.set("requestId", id);
    const startedAtMs = performance.now();
    await next();
    // Not c.header: at this point it would copy the whole answer.
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
