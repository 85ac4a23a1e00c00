import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Log } from "../shared/log.js";
import { explainAway, retryAfterSeconds } from "./explain-away.js";
import { hungUp } from "./hung-up.js";
import { awayAnswers, unexpectedErrors } from "./metrics.js";

/** One fault of a body: the path of the field, null when the whole body is at fault. */
export interface FieldFault {
  field: string | null;
  message: string;
}

/** An answer other than success. Source: api/README.md, "Errors". */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: ContentfulStatusCode;
  readonly code: string | undefined;
  readonly details: unknown;
  readonly headers: Record<string, string>;

  constructor(
    status: ContentfulStatusCode,
    message: string,
    { code, details, headers = {} }: { code?: string; details?: unknown; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

/** Source: RFC 9110, section 15.5.2; RFC 6750, section 3. */
const challenge = { "WWW-Authenticate": 'Bearer realm="Talonario"' };

export const unauthorized = (message: string) => new ApiError(401, message, { headers: challenge });
export const notFound = (message: string) => new ApiError(404, message, { code: "NOT_FOUND" });
/** A violated rule that needs our data, not only the body. It carries no details. */
export const businessFault = (message: string) => new ApiError(400, message, { code: "VALIDATION_ERROR" });

export function invalidBody(faults: FieldFault[]): ApiError {
  const [first, ...others] = faults;
  const where = first?.field ? `${first.field}: ` : "";
  const more =
    others.length === 0 ? "" : ` (and ${others.length} more ${others.length === 1 ? "problem" : "problems"})`;
  return new ApiError(400, `${where}${first?.message}${more}`, {
    code: "VALIDATION_ERROR",
    details: { errors: faults },
  });
}

export const unexpected = "Something went wrong on our side. Try again with the same data.";

/** The one place that maps an error to status and envelope. An unexpected error is logged and not shown to the client. */
export function answerError(c: Context, error: Error, log: Log): Response {
  if (error instanceof ApiError) {
    const body = { ok: false, error: error.message, code: error.code, details: error.details };
    return c.json(body, error.status, error.headers);
  }
  if (error instanceof HTTPException) {
    // A browser asks for the board's password only when it gets this header.
    const asked = error.getResponse().headers.get("www-authenticate");
    const headers = asked ? { "WWW-Authenticate": asked } : {};
    return c.json({ ok: false, error: error.message || "The request cannot be served." }, error.status, headers);
  }
  const away = explainAway(error);
  if (away) {
    awayAnswers.inc({ server: away.log.away });
    log.error({ error, requestId: c.get("requestId"), ...away.log }, "a server is away");
    return c.json({ ok: false, error: away.message }, 500, { "Retry-After": retryAfterSeconds });
  }
  if (hungUp(c)) {
    log.info({ error, requestId: c.get("requestId") }, "the caller hung up before its request was complete");
    return c.json({ ok: false, error: "The request ended before all of it had come." }, 400);
  }
  unexpectedErrors.inc();
  log.error({ error, requestId: c.get("requestId") }, "unexpected error");
  return c.json({ ok: false, error: unexpected }, 500);
}
