import { attempt } from "./attempt.js";
import type { CallOptions, Connection } from "./connection.js";
import { type Download, toDownload } from "./download.js";
import { TalonarioError } from "./error.js";
import { type ApiRequest, toFetch } from "./request.js";
import { canSendAgain, pause, pauseMs } from "./retry.js";

/** Calls an operation that answers JSON. @throws TalonarioError · TypeError for a request that cannot be written */
export const call = <Result>(connection: Connection, request: ApiRequest, options?: CallOptions): Promise<Result> =>
  sendUntilFinal(connection, request, readAnswer<Result>, options);

/** Calls an operation that answers a file. @throws as `call` */
export const download = (connection: Connection, request: ApiRequest, options?: CallOptions): Promise<Download> =>
  sendUntilFinal(connection, request, toDownload, options);

/** Sends a request, and again while that is safe and can help, until the deadline. */
async function sendUntilFinal<Result>(
  connection: Connection,
  request: ApiRequest,
  read: (response: Response) => Result | Promise<Result>,
  options: CallOptions = {},
): Promise<Result> {
  const { deadlineMs = connection.deadlineMs ?? 180_000, attemptMs = connection.attemptMs ?? 70_000, signal } = options;
  const requestId = options.requestId ?? crypto.randomUUID();
  // Made once: every attempt has the same key.
  const body = request.isKeyed ? withKey(request.body) : request.body;
  const idempotency = request.isKeyed ? (body as { idempotency: string }).idempotency : undefined;
  const [url, init] = toFetch(connection, { ...request, body }, { ...options, requestId });
  const send = connection.fetch ?? fetch;
  const endsAt = performance.now() + deadlineMs;
  const leftMs = () => endsAt - performance.now();

  for (let attempts = 1; ; attempts += 1) {
    const withinMs = Math.min(attemptMs, leftMs());
    const answer = await attempt(url, init, { send, read, signal, withinMs });
    if ("result" in answer) return answer.result;
    const { message, ...failure } = answer.failure;
    const canRetry = canSendAgain(answer.failure, request.isRepeatable === true);
    const fail = (more: object = {}) =>
      new TalonarioError(message, { requestId, ...failure, idempotency, attempts, canRetry, ...more });

    const waitMs = pauseMs(attempts, failure.retryAfterMs);
    if (!canRetry || waitMs >= leftMs()) throw fail();
    await pause(waitMs, signal).catch((cause) => {
      throw fail({ code: "ABORTED", cause });
    });
  }
}

/** The same body with a key, unless it has one. */
function withKey(body: unknown): { idempotency: string } {
  const given = body as { idempotency?: string | null };
  return { ...given, idempotency: given.idempotency ?? crypto.randomUUID() };
}

/** @throws Error for what is not an answer of the API, such as the page of a proxy */
async function readAnswer<Result>(response: Response): Promise<Result> {
  const answer = (await response.json()) as Result & { ok?: boolean };
  if (Object(answer).ok !== true) throw new Error("the answer is not the API's");
  return answer;
}
