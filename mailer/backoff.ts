export interface Backoff {
  /** The wait after the first try; it doubles with every other. */
  firstMs: number;
  mostMs: number;
  /** Counted from when the mail was asked for. */
  giveUpAfterMs: number;
}

const hourMs = 3_600_000;

export const backoffFrom = (firstMs: number): Backoff => ({ firstMs, mostMs: hourMs, giveUpAfterMs: 24 * hourMs });

/**
 * How long to wait after the `attempts`th try, spread by a quarter to both sides so that what failed together is not tried
 * together; undefined once the day is over. `random` is from 0 to 1.
 */
export function nextWaitMs(
  { firstMs, mostMs, giveUpAfterMs }: Backoff,
  { attempts, ageMs, random }: { attempts: number; ageMs: number; random: number },
): number | undefined {
  if (ageMs >= giveUpAfterMs) return undefined;
  const wait = Math.min(mostMs, firstMs * 2 ** Math.max(0, attempts - 1));
  return Math.round(wait * (0.75 + random / 2));
}
