import { Hono } from "hono";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { Log } from "../../shared/logging/log.js";
import { isTracing } from "../../shared/tracing/tracing.js";
import { answerError } from "../http/answer-error.js";
import type { ApiEnv } from "../http/env.js";
import { notFound } from "../http/errors.js";
import { accessLog } from "../middleware/access-log.js";
import { requestId } from "../middleware/request-id.js";
import { securityHeaders } from "../middleware/security-headers.js";
import { traceRequests } from "../middleware/trace-requests.js";
import type { ApiDeps } from "../routes/deps.js";

const noRoute = ({ method, path }: { method: string; path: string }): LocalizedText => ({
  en: `There is no ${method} ${path}.`,
  es: `No hay ningún ${method} ${path}.`,
  app: "Esa página no existe: volvé al inicio.",
});

/**
 * A Hono app without routes: what all answers have in common, on either port. `stopping` is aborted when the process is asked to
 * stop.
 */
export function createBaseApp({ config, log }: Pick<ApiDeps, "config" | "log">, stopping?: AbortSignal): Hono<ApiEnv> {
  const app = createEnvelopeApp(log);
  if (isTracing()) app.use(traceRequests(config));
  app.use(requestId, accessLog(log, config), securityHeaders);
  app.use(async (c, next) => {
    await next();
    // So the client sends its next request over a new connection, to another process: this one closes soon.
    if (stopping?.aborted) c.res.headers.set("Connection", "close");
  });
  return app;
}

/** A Hono app without routes that answers what fails, and what does not exist, in the API's envelope. */
export function createEnvelopeApp(log: Log): Hono<ApiEnv> {
  // Not strict: a slash at a path's end makes no difference.
  const app = new Hono<ApiEnv>({ strict: false });
  app.onError((error, c) => answerError(c, error, log));
  app.notFound((c) => answerError(c, notFound(noRoute(c.req)), log));
  return app;
}
