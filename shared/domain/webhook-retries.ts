const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** The waits after each failed attempt. Source: api/README.md, "Webhooks". */
const waitsMs = [
  5 * seconds,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
  24 * hours,
];
const firstWaitMs = 5 * seconds;

/** How often a delivery is tried by itself, the first attempt included. */
export const maxWebhookTries = waitsMs.length + 1;

/** How long an endpoint may go without a success before it is disabled. */
export const webhookPatienceDays = 5;

/**
 * Milliseconds to wait after the `tries`th failed attempt; undefined = give up. Up to a fifth longer, so that what failed together
 * is not tried together.
 *
 * @param retryMs the first wait, to which all others are in proportion
 * @param random from 0 to 1
 */
export function webhookWaitMs(tries: number, retryMs: number, random: number): number | undefined {
  const waitMs = waitsMs[tries - 1];
  return waitMs === undefined ? undefined : Math.round((waitMs / firstWaitMs) * retryMs * (1 + random / 5));
}
