import { setTimeout as sleep } from "node:timers/promises";
import { type OwnSystem, type RedisOutage, redisOutages } from "./outages.js";
import { percentile, type Sale, startSelling } from "./sales.js";

export interface OutageRun {
  before: Sale[];
  during: Sale[];
  after: Sale[];
  /** When the last sale began, after Redis was back, that took longer than those of before. */
  fullSpeedAfterMs: number;
}

interface Options {
  how: RedisOutage;
  perSecond: number;
  positions: number[];
  seconds: { before: number; away: number; after: number };
}

/** What other work of the machine may add to a sale at full speed. */
const noiseMs = 300;

/** Sells before, during and after an outage of Redis. A sale belongs to the time in which it began. */
export async function sellThroughOutage(system: OwnSystem, options: Options): Promise<OutageRun> {
  const { how, perSecond, positions, seconds } = options;
  const selling = startSelling(system, { perSecond, positions });
  await selling.begun;
  await sleep(seconds.before * 1_000);
  const awayAtMs = performance.now();
  const bringBack = await redisOutages[how](system);
  await sleep(seconds.away * 1_000);
  await bringBack();
  const backAtMs = performance.now();
  await sleep(seconds.after * 1_000);
  const sales = await selling.stop();

  const before = sales.filter(({ startedAtMs }) => startedAtMs < awayAtMs);
  const after = sales.filter(({ startedAtMs }) => startedAtMs >= backAtMs);
  const usualMs = Math.max(...before.map(({ ms }) => ms)) + noiseMs;
  const slow = after.filter(({ ms, status }) => ms > usualMs || status !== 201);
  return {
    before,
    during: sales.filter((sale) => !before.includes(sale) && !after.includes(sale)),
    after,
    fullSpeedAfterMs: Math.max(0, ...slow.map(({ startedAtMs }) => startedAtMs - backAtMs)),
  };
}

/** "201 ×93, 500 ×47" */
export function describeStatuses(sales: Sale[]): string {
  const counts = new Map<number, number>();
  for (const { status } of sales) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${status || "no answer"} ×${count}`)
    .join(", ");
}

export const describeTimes = (sales: Sale[]): string =>
  `p50 ${Math.round(percentile(sales, 0.5))} ms, p99 ${Math.round(percentile(sales, 0.99))} ms`;
