import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { Log } from "../../shared/logging/log.js";
import { localize } from "./answer-language.js";
import { ApiError, toEnvelope, unexpected } from "./errors.js";
import { explainUnavailable, retryAfterSeconds } from "./explain-unavailable.js";
import { isClientClosed } from "./is-client-closed.js";
import { unavailableResponses, unexpectedErrors } from "./metrics.js";

const cannotBeServed: LocalizedText = {
  en: "The request cannot be served.",
  es: "No se pudo hacer: volvé a intentar.",
};

const cutShort: LocalizedText = {
  en: "The request ended before all of it had come.",
  es: "El pedido terminó antes de llegar completo.",
};

/** The one place that maps an error to status and envelope. An unexpected error is logged and not shown to the client. */
export function answerError(c: Context, error: Error, log: Log): Response {
  if (error instanceof ApiError) {
    return c.json(toEnvelope(error, localize(c)), error.status, error.headers);
  }
  if (error instanceof HTTPException) {
    // A browser asks for the board's password only when it gets this header.
    const asked = error.getResponse().headers.get("www-authenticate");
    const headers = asked ? { "WWW-Authenticate": asked } : {};
    return c.json({ ok: false, error: error.message || localize(c)(cannotBeServed) }, error.status, headers);
  }
  const away = explainUnavailable(error);
  if (away) {
    unavailableResponses.inc({ server: away.log.away });
    log.error({ error, requestId: c.get("requestId"), ...away.log }, "a server is away");
    return c.json({ ok: false, error: localize(c)(away.message) }, 500, { "Retry-After": retryAfterSeconds });
  }
  if (isClientClosed(c)) {
    log.info({ error, requestId: c.get("requestId") }, "the caller hung up before its request was complete");
    return c.json({ ok: false, error: localize(c)(cutShort) }, 400);
  }
  unexpectedErrors.inc();
  log.error({ error, requestId: c.get("requestId") }, "unexpected error");
  return c.json({ ok: false, error: localize(c)(unexpected) }, 500);
}
