import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/**
 * Identifies one process. The pid alone is not enough, because the system reuses pids.
 * @typedef {{ pid: number, startedAt: string }} ProcessIdentity
 */

/**
 * When a process started, in the system's own unit. The system reuses pids, so only pid and start time together identify a
 * process. Undefined for a process that does not exist or is a zombie.
 */
export function startTimeOf(pid) {
  return readProcess(pid)?.startedAt;
}

/** Whether the recorded process still runs, and not another one with its pid. */
export function isRunning({ pid, startedAt }) {
  return startedAt !== undefined && startTimeOf(pid) === startedAt;
}

/** The children of these processes, their children, and so on. */
export function descendantsOf(pids) {
  const all = listProcesses();
  const found = new Set(pids);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid }) => found.has(pid) && !pids.includes(pid));
}

/** The process's parent and name. */
export function readProcess(pid) {
  if (process.platform === "linux") return readProcEntry(pid);
  return listProcesses(["-p", `${pid}`])[0];
}

function listProcesses(selection = ["-A"]) {
  if (process.platform === "linux") {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => readProcEntry(Number(name)))
      .filter((entry) => entry !== undefined);
  }
  try {
    const output = execFileSync("ps", [...selection, "-o", "pid=,ppid=,lstart=,comm="], { encoding: "utf8" });
    return output.trim().split("\n").map(readPsLine);
  } catch {
    return [];
  }
}

function readProcEntry(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name is in parentheses, and may itself contain spaces and parentheses.
    const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return undefined;
    return { pid, parent: Number(fields[1]), name, startedAt: fields[19] };
  } catch {
    return undefined;
  }
}

function readPsLine(line) {
  const [pid, parent, ...rest] = line.trim().split(/\s+/);
  const name = rest.slice(5).join(" ");
  return {
    pid: Number(pid),
    parent: Number(parent),
    name: name.slice(name.lastIndexOf("/") + 1),
    startedAt: rest.slice(0, 5).join(" "),
  };
}
