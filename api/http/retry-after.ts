/** When to try again, as an answer tells it: both in whole seconds, rounded up, so that the two agree. */
export interface RetryAfter {
  headers: { "Retry-After": string };
  details: { retryAfterMs: number };
}

/** Where a person must decide first: nothing that is sent again before can succeed. */
export const patienceUntilDecidedMs = 300_000;

export function retryAfter(ms: number): RetryAfter {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  return { headers: { "Retry-After": String(seconds) }, details: { retryAfterMs: seconds * 1_000 } };
}
