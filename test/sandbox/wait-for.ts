import { setTimeout as sleep } from "node:timers/promises";

export interface WaitOptions {
  /** What we wait for, for the error message: "the api to be ready". */
  message: string;
  /** A minute unless told: a condition that comes ends the wait at once, and a machine may be slow. */
  timeoutMs?: number;
  intervalMs?: number;
}

/**
 * Repeats the condition until it gives a truthy value, and gives that value. Also repeats a condition that throws.
 * @throws Error after the timeout, with `message`, and with the condition's last error as its cause
 */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  { message, timeoutMs = 60_000, intervalMs = 20 }: WaitOptions,
): Promise<Exclude<T, false | null | undefined>> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    let cause: unknown;
    try {
      const value = await condition();
      if (value) return value as Exclude<T, false | null | undefined>;
    } catch (error) {
      cause = error;
    }
    if (performance.now() >= end)
      throw new Error(`timed out after ${timeoutMs / 1000} s, waiting for ${message}`, { cause });
    await sleep(intervalMs);
  }
}

/** Whether the URL answers 200 within two seconds. */
export async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  await response.body?.cancel();
  return response.status === 200;
}
