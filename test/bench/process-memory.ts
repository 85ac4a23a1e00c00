import { execFileSync } from "node:child_process";

export interface Memory {
  /** This process. */
  ownMb: number;
  /** All that it started, and what they started. */
  childrenMb: number;
}

/** Resident memory, as the system's `ps` has it. Shared pages count in every process that has them. */
export function readMemory(): Memory {
  const rows = readProcesses();
  const ownMb = (rows.find(({ pid }) => pid === process.pid)?.kilobytes ?? 0) / 1024;
  return { ownMb, childrenMb: familyMb(rows, process.pid) - ownMb };
}

/** The resident memory of each process together with all that it started. */
export function readFamilies(pids: Record<string, number>): Record<string, number> {
  const rows = readProcesses();
  return Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, familyMb(rows, pid)]));
}

interface Process {
  pid: number;
  parent: number;
  kilobytes: number;
}

const readProcesses = (): Process[] =>
  execFileSync("ps", ["-A", "-o", "pid=,ppid=,rss="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => {
      const [pid = 0, parent = 0, kilobytes = 0] = line.trim().split(/\s+/).map(Number);
      return { pid, parent, kilobytes };
    });

function familyMb(rows: Process[], root: number): number {
  const family = new Set([root]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { pid, parent } of rows) if (family.has(parent)) family.add(pid);
  }
  return rows.reduce((sum, { pid, kilobytes }) => (family.has(pid) ? sum + kilobytes / 1024 : sum), 0);
}
