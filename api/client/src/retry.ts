const codesToRetry = [
  "NO_ANSWER",
  "TAXAUTH_UNCONFIRMED",
  "VOUCHER_LOCK_TIMEOUT",
  "QUOTA_EXCEEDED",
  "TAXAUTH_CONNECTION_ERROR",
  "PDF_NOT_READY",
];
const statusesToRetry = [408, 429, 500, 502, 503, 504];

/** What came back in place of an answer that was hoped for. */
interface Failed {
  code?: string | undefined;
  status?: number | undefined;
  retryAfterMs?: number | undefined;
}

/**
 * Whether the same request can be sent again: it can succeed later, and a second one does no harm. A 429 is answered before
 * anything is done, so what may not be repeated can follow it. A 502 of the service has `Retry-After` when waiting helps.
 * Source: api/README.md, "Errors", note 5.
 */
export function canSendAgain({ code, status = 0, retryAfterMs }: Failed, isRepeatable: boolean): boolean {
  if (code === "TAXAUTH_CONNECTION_ERROR" && retryAfterMs === undefined) return false;
  const canSucceed = code === undefined ? statusesToRetry.includes(status) : codesToRetry.includes(code);
  return canSucceed && (isRepeatable || status === 429);
}

const firstPauseMs = 500;
const longestPauseMs = 30_000;

/** Up to twice as long after each attempt, and drawn from all of it, so that those that failed together do not return together. */
export const pauseMs = (attempts: number, retryAfterMs = 0): number =>
  retryAfterMs + Math.random() * Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1));

/** `Retry-After` in milliseconds: it has seconds, or a date when a proxy wrote it. */
export function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = Number(header);
  const milliseconds = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1_000;
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

/** Waits. @throws the signal's reason when it is aborted */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
