import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

export interface Memory {
  /** This process. */
  ownMb: number;
  /** All its descendants. */
  childrenMb: number;
}

/** Resident memory of this process and its descendants. A page that several processes share is divided among them. */
export function readMemory(): Memory {
  const rows = readProcesses();
  const ownMb = processMb(process.pid);
  return { ownMb, childrenMb: familyMb(rows, process.pid) - ownMb };
}

/** The resident memory of each process together with its descendants, in megabytes. */
export function readFamilies(pids: Record<string, number>): Record<string, number> {
  const rows = readProcesses();
  return Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, familyMb(rows, pid)]));
}

interface Process {
  pid: number;
  parent: number;
}

const readProcesses = (): Process[] =>
  execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => {
      const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
      return { pid, parent };
    });

function familyMb(rows: Process[], root: number): number {
  const family = new Set([root]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { pid, parent } of rows) if (family.has(parent)) family.add(pid);
  }
  return [...family].reduce((sum, pid) => sum + processMb(pid), 0);
}

/** The proportional set size that Linux reports; 0 for a process that has ended. */
function processMb(pid: number): number {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}
