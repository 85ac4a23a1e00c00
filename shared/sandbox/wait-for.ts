import { setTimeout as sleep } from "node:timers/promises";

export interface WaitOptions {
  /** What is waited for, as the error names it: "the api to be ready". */
  message: string;
  timeoutMs?: number;
  intervalMs?: number;
}

/**
 * Asks again until the condition gives something truthy, and gives that. A condition that throws is asked again.
 * @throws Error naming what was waited for, with the condition's last error as its cause.
 */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  { message, timeoutMs = 10_000, intervalMs = 20 }: WaitOptions,
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
    if (performance.now() >= end) throw new Error(`waited ${timeoutMs / 1000} s in vain for ${message}`, { cause });
    await sleep(intervalMs);
  }
}

/** Whether the URL answers 200 within two seconds. */
export async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  await response.body?.cancel();
  return response.status === 200;
}
