import { readFileSync } from "node:fs";
import { cpus } from "node:os";

const lookEveryMs = 1;

/** Looks in a row that must find the machine idle: while one process hands its work to another, none of them runs for an instant. */
const idleLooks = 2;

/**
 * Idle wait between the short steps of a long work, as browsers have it (`requestIdleCallback`): until nobody else wants the processors, and no longer
 * than its time-out, so that the work ends on a machine that is never idle.
 */
export async function waitUntilIdle(timeoutMs: number, isIdle = areProcessorsIdle): Promise<void> {
  const untilMs = performance.now() + timeoutMs;
  let idle = 0;
  do {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    idle = isIdle() ? idle + 1 : 0;
  } while (idle < idleLooks && performance.now() < untilMs);
}

/**
 * Idleness of the machine: whether no more than half of its processors have something to run, this thread included. Two of them are often threads of one
 * core, of which a busy one slows the other. Read where Linux tells it (proc_loadavg(5)), which is of the whole machine inside a container too; so are
 * the processors. Elsewhere a machine is never seen to be idle.
 */
export function areProcessorsIdle(): boolean {
  try {
    return isIdle(readFileSync("/proc/loadavg", "utf8"), cpus().length);
  } catch {
    return false;
  }
}

/** @param told such as `0.20 0.18 0.12 1/80 11206`: the fourth field begins with the threads that run or could */
export function isIdle(told: string, processors: number): boolean {
  const running = Number(told.split(" ")[3]?.split("/")[0] ?? Number.NaN);
  // This thread runs: who tells of none does not count.
  return running >= 1 && running <= Math.max(1, processors / 2);
}
