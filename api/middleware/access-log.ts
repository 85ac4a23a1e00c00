import { createMiddleware } from "hono/factory";
import { type Log, withoutLooking } from "../../shared/logging/log.js";
import type { ApiEnv } from "../http/env.js";
import { ApiError } from "../http/errors.js";
import { clientAddress } from "./client-address.js";
import { routeOf } from "./route-of.js";

interface AccessLogOptions {
  BASE_PATH: string;
  /** Left out for calls from within this process: the address stands in the line of the page, which has the same `requestId`. */
  TRUST_PROXY?: number;
}

/** Asked for every few seconds by machines. */
export const probes = /^\/(health\/|metrics$)/;

/**
 * Logs one line when a request ends: who asked for what, and how it ended. It names the route, not the path and its query, because
 * those can hold tax ids and what a caller mistyped. Probes are logged at the level `debug`, all else at `info`.
 */
export const accessLog = (log: Log, { BASE_PATH, TRUST_PROXY }: AccessLogOptions) => {
  const lines = withoutLooking(log);
  return createMiddleware<ApiEnv>(async (c, next) => {
    const startedAtMs = performance.now();
    await next();
    const level = probes.test(c.req.path) ? "debug" : "info";
    if (!log.isLevelEnabled(level)) return;
    const { companyCode, production, apiKeyId, userEmail = c.get("userEmail") } = c.get("caller") ?? {};
    lines[level](
      {
        requestId: c.get("requestId"),
        client: TRUST_PROXY === undefined ? undefined : clientAddress(c, TRUST_PROXY),
        method: c.req.method,
        route: routeOf(c, BASE_PATH),
        // Which voucher, key or point of sale: a number of ours, and only if it is one. Eleven digits may be a tax id.
        id: /^(\d{1,10}|\d{12,16})$/.exec(c.req.param("id") ?? c.req.param("number") ?? "")?.[0],
        status: c.res.status,
        code: c.error instanceof ApiError ? c.error.code : undefined,
        ms: Math.round(performance.now() - startedAtMs),
        company: companyCode,
        production,
        apiKeyId: apiKeyId ?? undefined,
        userEmail: userEmail ?? undefined,
      },
      "request",
    );
  });
};
