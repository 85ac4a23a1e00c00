import { execFileSync } from "node:child_process";

export interface Memory {
  /** This process. */
  ownMb: number;
  /** All that it started, and what they started. */
  childrenMb: number;
}

/** Resident memory, as the system's `ps` has it. Shared pages count in every process that has them. */
export function readMemory(): Memory {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid=,rss="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const family = new Set([process.pid]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const [pid, parent] of rows)
      if (pid !== undefined && parent !== undefined && family.has(parent)) family.add(pid);
  }
  const sumOf = (isCounted: (pid: number) => boolean) =>
    rows.reduce(
      (sum, [pid = 0, , kilobytes = 0]) => (family.has(pid) && isCounted(pid) ? sum + kilobytes / 1024 : sum),
      0,
    );
  return { ownMb: sumOf((pid) => pid === process.pid), childrenMb: sumOf((pid) => pid !== process.pid) };
}
