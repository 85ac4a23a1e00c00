import { existsSync, readFileSync } from "node:fs";
import { isRunning, startTimeOf } from "../launch/plain-modules.js";
import { waitFor } from "./wait-for.js";
import { startWatchdog, type Watchdog, type Watched } from "./watchdog.js";
import { writeWhole } from "./write-whole.js";

/** The processes that the launcher started. They are reported to the watchdog and written to a file for the next start. */
export interface PidRegister {
  add(pid: number, signal?: NodeJS.Signals): void;
  remove(pid: number): void;
  /** Kills all of them at once, with their process groups. */
  killAll(): void;
}

export function openPidRegister(file: string, watchdog: Watchdog): PidRegister {
  const processes = new Map<number, Watched>();
  const save = () => writeWhole(file, JSON.stringify([...processes.values()]));
  const add = (pid: number, signal: NodeJS.Signals = "SIGTERM") => {
    const startedAt = startTimeOf(pid);
    if (startedAt === undefined) return;
    const watched = { pid, startedAt, signal };
    processes.set(pid, watched);
    if (pid !== watchdog.pid) watchdog.watch(watched);
    save();
  };
  add(watchdog.pid);
  return {
    add,
    remove(pid) {
      processes.delete(pid);
      watchdog.forget(pid);
      save();
    },
    killAll() {
      // The watchdog stays: it ends the processes outside these groups.
      for (const { pid } of processes.values()) if (pid !== watchdog.pid) killGroup(pid);
    },
  };
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {}
}

/**
 * Ends the processes that a killed launcher left running, and gives their number. Its watchdog is first in the list, and gets
 * time to end them. Processes are left only if the watchdog was killed too.
 */
export async function endLeftovers(file: string): Promise<number> {
  const [watchdog, ...processes] = readRegister(file);
  if (watchdog && isRunning(watchdog)) {
    const hasEnded = () => !isRunning(watchdog);
    await waitFor(hasEnded, { message: "the earlier start's watchdog to end", timeoutMs: 12_000 }).catch(() =>
      process.kill(watchdog.pid, "SIGKILL"),
    );
  }
  const left = processes.filter(isRunning);
  if (left.length === 0) return 0;

  const ender = startWatchdog([]);
  for (const one of left) ender.watch(one);
  await ender.release();
  return left.length;
}

function readRegister(file: string): Watched[] {
  if (!existsSync(file)) return [];
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Watched[];
  } catch {
    return [];
  }
}
