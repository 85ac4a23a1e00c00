export interface Backoff {
  /** The wait after the first try; it doubles with every other. */
  firstMs: number;
  maxMs: number;
  /** Counted from when the mail was asked for. */
  giveUpAfterMs: number;
  /** Before that nothing is given up, however old it is: it may have waited for a mailer, or for its PDF. */
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
 * How long to wait after the `attempts`th try, spread by a quarter to both sides so that what failed together is not tried
 * together; undefined once the day is over and it was tried often enough. `random` is from 0 to 1.
 */
export function nextWaitMs(
  { firstMs, maxMs, giveUpAfterMs, leastTries }: Backoff,
  { attempts, ageMs, random }: { attempts: number; ageMs: number; random: number },
): number | undefined {
  if (ageMs >= giveUpAfterMs && attempts >= leastTries) return undefined;
  const wait = Math.min(maxMs, firstMs * 2 ** Math.max(0, attempts - 1));
  return Math.round(wait * (0.75 + random / 2));
}
