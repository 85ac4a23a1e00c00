import path from "node:path";
import { startTimeOf } from "../../shared/launch/process-table.mjs";
import { say } from "./progress.js";
import { sandboxPaths } from "./sandbox-folder.js";
import { killGroup, type Running } from "./spawn-service.js";
import { createStopOrder, type StopStage } from "./stop-order.js";
import { supervise } from "./supervise.js";
import { nameWatchdog, startWatchdog } from "./watchdog.js";

interface KeptRunning<T extends Running> {
  name: string;
  stage: StopStage;
  signal?: NodeJS.Signals;
  /** Returns when the process is ready. Calls `onSpawn` as soon as there is a pid. */
  start: (onSpawn: (pid: number) => void) => Promise<T>;
  logFile?: string;
  onRestart?: (pid: number) => void;
}

export interface Launcher {
  /** Starts a process, and restarts it whenever it ends, until the launcher stops. Gives the first start. */
  keep<T extends Running>(kept: KeptRunning<T>): Promise<T>;
  onStop(stage: StopStage, stop: () => Promise<unknown>): void;
  stop(): Promise<void>;
  kill(): void;
}

export const logFileOf = (name: string): string => path.join(sandboxPaths.logs, `${name}.log`);

/** Starts, supervises and stops processes. A watchdog ends them if this process is killed. */
export function openLauncher(): Launcher {
  const watchdog = startWatchdog([sandboxPaths.description, sandboxPaths.panel, sandboxPaths.environment]);
  nameWatchdog(sandboxPaths.watchdog, watchdog);
  const order = createStopOrder();
  const pids = new Set<number>();
  const add = (pid: number, signal: NodeJS.Signals) => {
    const startedAt = startTimeOf(pid);
    if (startedAt === undefined) return;
    pids.add(pid);
    watchdog.watch({ pid, startedAt, signal });
  };
  const remove = (pid: number) => {
    pids.delete(pid);
    watchdog.forget(pid);
  };

  return {
    onStop: order.add,
    async keep({ name, stage, signal = "SIGTERM", start, logFile = logFileOf(name), onRestart }) {
      const registered = () => start((pid) => add(pid, signal));
      const first = await registered();
      const supervised = supervise({
        name,
        logFile,
        first,
        start: registered,
        onRestart: (pid) => onRestart?.(pid),
        onExit: remove,
        say: (line) => say(`  ${line}`),
      });
      order.add(stage, supervised.stop);
      return first;
    },
    async stop() {
      await order.stopAll();
      await watchdog.release();
    },
    // The watchdog stays: it ends the processes outside these groups.
    kill: () => pids.forEach(killGroup),
  };
}
