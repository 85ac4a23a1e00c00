import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/**
 * Idleness of the machine: whether no more than half of its processors have something to run, this thread included. Two of them are often threads of one
 * core, of which a busy one slows the other. Read where Linux tells it (proc_loadavg(5)); elsewhere a machine is never seen to be idle.
 */
export function areProcessorsIdle(): boolean {
  try {
    return isIdle(readFileSync("/proc/loadavg", "utf8"), availableParallelism());
  } catch {
    return false;
  }
}

/** @param told such as `0.20 0.18 0.12 1/80 11206`: the fourth field begins with the threads that run or could */
export function isIdle(told: string, processors: number): boolean {
  const running = Number(told.split(" ")[3]?.split("/")[0] ?? Number.NaN);
  return running <= Math.max(1, processors / 2);
}
