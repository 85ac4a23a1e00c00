import { createMiddleware } from "hono/factory";
import { failSpan, inSpan, setSpanAttributes, withTraceparent } from "../../shared/tracing/tracing.js";
import type { ApiEnv } from "../http/env.js";
import { ApiError } from "../http/errors.js";
import { probes } from "./access-log.js";
import { methodOf } from "./measure.js";
import { routeOf } from "./route-of.js";

/**
 * Does each request in a span, which goes on with the trace that its header `traceparent` names. It names the route, not the path, as the
 * line in the log does. Only where requests are traced: it stands around all else.
 */
export const traceRequests = ({ BASE_PATH }: { BASE_PATH: string }) =>
  createMiddleware<ApiEnv>((c, next) => {
    if (probes.test(c.req.path)) return next();
    const [method, route] = [methodOf(c.req.method), routeOf(c, BASE_PATH)];
    const asked = { "http.request.method": method, "http.route": route };
    const answer = async () => {
      await next();
      const { status } = c.res;
      const code = c.error instanceof ApiError ? c.error.code : undefined;
      setSpanAttributes({
        "http.response.status_code": status,
        "talonario.company_id": c.get("caller")?.companyId,
        "talonario.request_id": c.get("requestId"),
        "talonario.code": code,
      });
      if (status >= 500) failSpan(code ?? String(status));
    };
    return withTraceparent(c.req.header("traceparent"), () => inSpan(`${method} ${route}`, asked, answer, "server"));
  });
