import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** Processor time of each process and its descendants so far, in milliseconds. NaN on systems other than Linux. */
export function readCpuMs(pids: Record<string, number>): Record<string, number> {
  const used = readProcesses();
  const ofFamily = (pid: number): number => {
    const own = used.get(pid);
    if (!own) return Number.NaN;
    const children = [...used].filter(([, { parent }]) => parent === pid);
    return own.ms + children.reduce((sum, [child]) => sum + ofFamily(child), 0);
  };
  return Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, ofFamily(pid)]));
}

/** The processor time between two readings, divided by the number of vouchers. */
export const cpuPerVoucher = (
  before: Record<string, number>,
  after: Record<string, number>,
  vouchers: number,
): Record<string, number> =>
  Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, (ms - (before[name] ?? 0)) / vouchers]));

interface Used {
  parent: number;
  /** Its own processor time and that of its ended children. */
  ms: number;
}

function readProcesses(): Map<number, Used> {
  const found = new Map<number, Used>();
  if (process.platform !== "linux") return found;
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      // The program's name is in parentheses and may contain anything, so the fields are counted after it.
      const fields = readFileSync(`/proc/${name}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ")
        .map(Number);
      const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + (fields[at] ?? 0), 0);
      found.set(Number(name), { parent: fields[1] ?? 0, ms: ticks * tickMs() });
    } catch {} // the process has ended
  }
  return found;
}

let tick: number | undefined;

function tickMs(): number {
  tick ??= 1_000 / Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
  return tick;
}
