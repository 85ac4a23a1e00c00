export interface Backoff {
  /** The wait after the first try. It doubles with every further try. */
  firstMs: number;
  maxMs: number;
  /** The age at which a mail is given up, counted from its request. */
  giveUpAfterMs: number;
  /** No mail is given up before this many tries, however old it is: it may have waited for a mailer or for its PDF. */
  leastTries: number;
}

const hourMs = 3_600_000;

export const backoffFrom = (firstMs: number): Backoff => ({
  firstMs,
  maxMs: hourMs,
  giveUpAfterMs: 24 * hourMs,
  leastTries: 8,
});

/**
 * Milliseconds to wait after the `attempts`th try; undefined = give up. The wait varies by up to a quarter, so that mails that
 * failed together are not retried together. `random` is from 0 to 1.
 */
export function nextWaitMs(
  { firstMs, maxMs, giveUpAfterMs, leastTries }: Backoff,
  { attempts, ageMs, random }: { attempts: number; ageMs: number; random: number },
): number | undefined {
  if (ageMs >= giveUpAfterMs && attempts >= leastTries) return undefined;
  const wait = Math.min(maxMs, firstMs * 2 ** Math.max(0, attempts - 1));
  return Math.round(wait * (0.75 + random / 2));
}
