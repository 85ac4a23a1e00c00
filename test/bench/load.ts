import { setTimeout as delay } from "node:timers/promises";
import type { Random } from "../support/samples/random.js";

/**
 * Sends at random moments (a Poisson process) without waiting for earlier answers. Gives the milliseconds from each planned
 * moment to the answer.
 */
export async function openLoop(
  random: Random,
  { perSecond, seconds }: { perSecond: number; seconds: number },
  send: () => Promise<unknown>,
): Promise<number[]> {
  const startedAtMs = performance.now();
  const waiting: Promise<number>[] = [];
  for (let atMs = 0; ; ) {
    atMs += (-Math.log(1 - random.next()) / perSecond) * 1_000;
    if (atMs > seconds * 1_000) break;
    const dueAtMs = startedAtMs + atMs;
    const leftMs = dueAtMs - performance.now();
    if (leftMs > 0) await delay(leftMs);
    waiting.push(send().then(() => performance.now() - dueAtMs));
  }
  return Promise.all(waiting);
}

export interface ClosedLoop {
  done: number;
  seconds: number;
  samplesMs: number[];
}

/**
 * Each sender sends its next request after the answer, until `mayGoOn` gives false. `seconds` ends with the last answer, so that
 * requests still under way at the end count with their full time.
 */
export async function closedLoop(
  senders: number,
  mayGoOn: (sent: number) => boolean,
  send: (sender: number) => Promise<unknown>,
): Promise<ClosedLoop> {
  const startedAtMs = performance.now();
  const samplesMs: number[] = [];
  let sent = 0;
  await Promise.all(
    Array.from({ length: senders }, async (_, sender) => {
      while (mayGoOn(sent)) {
        sent += 1;
        const sentAtMs = performance.now();
        await send(sender);
        samplesMs.push(performance.now() - sentAtMs);
      }
    }),
  );
  return { done: samplesMs.length, seconds: (performance.now() - startedAtMs) / 1_000, samplesMs };
}

/** A `mayGoOn` for `closedLoop`: true for this many seconds from now. */
export function forSeconds(seconds: number): () => boolean {
  const endAtMs = performance.now() + seconds * 1_000;
  return () => performance.now() < endAtMs;
}
