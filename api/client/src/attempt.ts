import type { ErrorFields } from "./error.js";
import { readRetryAfter } from "./retry.js";

interface Failure extends ErrorFields {
  message: string;
}

export interface AttemptOptions<Result> {
  send: typeof fetch;
  read: (response: Response) => Result | Promise<Result>;
  withinMs: number;
  signal: AbortSignal | undefined;
}

/** Sends a request once. A failure is given, not thrown. */
export async function attempt<Result>(
  url: string,
  init: RequestInit,
  { send, read, withinMs, signal }: AttemptOptions<Result>,
): Promise<{ result: Result } | { failure: Failure }> {
  const tooLong = new AbortController();
  const timer = setTimeout(() => tooLong.abort(), withinMs);
  try {
    const response = await send(url, {
      ...init,
      signal: signal ? AbortSignal.any([signal, tooLong.signal]) : tooLong.signal,
    });
    return response.ok ? { result: await read(response) } : { failure: await readFailure(response) };
  } catch (cause) {
    if (signal?.aborted)
      return { failure: { code: "ABORTED", message: "The call was aborted.", cause: signal.reason } };
    const message = tooLong.signal.aborted
      ? `No answer within ${Math.round(withinMs)} ms.`
      : `No answer of the service: ${(cause as Error).message}`;
    return { failure: { code: "NO_ANSWER", message, cause } };
  } finally {
    clearTimeout(timer);
  }
}

/** A failure in the service's envelope, or one of something between it and us. */
async function readFailure(response: Response): Promise<Failure> {
  const { status, headers } = response;
  const text = await response.text();
  const { error, code, details } = parse(text) as { error?: string; code?: string; details?: unknown };
  return {
    status,
    code,
    details,
    message: typeof error === "string" ? error : `The answer has status ${status} and is not of the service.`,
    requestId: headers.get("X-Request-Id") ?? undefined,
    retryAfterMs: readRetryAfter(headers.get("Retry-After")),
  };
}

function parse(text: string): object {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
