import { availableParallelism, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

export interface WaitOptions {
  /** What we wait for, for the error message: "the api to be ready". */
  message: string;
  /** Unless told, a minute on a quiet machine and longer on a busy one: a condition that comes ends the wait at once. */
  timeoutMs?: number;
  /** Unless told, a twentieth of what the wait has lasted, between 20 and 100 milliseconds. */
  intervalMs?: number;
}

const quietMs = 60_000;

/** Interval of a long wait: who asks fifty times a second takes the processor from what it waits for. */
const growing = (waitedMs: number) => Math.min(100, Math.max(20, waitedMs / 20));

/** Time-out by what the machine can: a process of lowest priority, as the renderer is, starts only when the others leave it something. */
const patienceMs = () => quietMs * Math.min(4, Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()));

/**
 * Repeats the condition until it gives a truthy value, and gives that value. Also repeats a condition that throws.
 * @throws Error after the timeout, with `message`, and with the condition's last error as its cause
 */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  { message, timeoutMs, intervalMs }: WaitOptions,
): Promise<Exclude<T, false | null | undefined>> {
  const startedAt = performance.now();
  for (;;) {
    let cause: unknown;
    try {
      const value = await condition();
      if (value) return value as Exclude<T, false | null | undefined>;
    } catch (error) {
      cause = error;
    }
    const waitedMs = performance.now() - startedAt;
    if (waitedMs >= (timeoutMs ?? patienceMs()))
      throw new Error(`timed out after ${Math.round(waitedMs / 1000)} s, waiting for ${message}`, { cause });
    await sleep(intervalMs ?? growing(waitedMs));
  }
}

/** Whether the URL answers 200 within two seconds. */
export async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  await response.body?.cancel();
  return response.status === 200;
}
