import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

export interface DutyCycle {
  /** How many times as long as it worked it rests at most. */
  restsPerWork: number;
  maxRestMs: number;
  /** Whether nobody else wants the processors. */
  isIdle: () => boolean;
}

const lookEveryMs = 1;

/** Looks in a row that must find the machine idle: while one process hands its work to another, none of them runs for an instant. */
const idleLooks = 2;

/**
 * Duty cycle of a long work, in short steps: behind each it rests until the machine is idle, and at most in proportion to what the step took. So others
 * have the processors, and it ends on a busy machine too. Named as in electronics; the work of an idle machine is what operating systems give their
 * background tasks.
 * @returns ends a step
 */
export function createDutyCycle({ restsPerWork, maxRestMs, isIdle }: DutyCycle): () => Promise<void> {
  let beganAtMs = performance.now();
  return async () => {
    const endedAtMs = performance.now();
    const restedAtMs = endedAtMs + Math.min(maxRestMs, restsPerWork * (endedAtMs - beganAtMs));
    let idle = 0;
    do {
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
      idle = isIdle() ? idle + 1 : 0;
    } while (idle < idleLooks && performance.now() < restedAtMs);
    beganAtMs = performance.now();
  };
}

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
  // This thread runs: who tells of none does not count.
  return running >= 1 && running <= Math.max(1, processors / 2);
}
