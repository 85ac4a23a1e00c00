import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { projectFolder } from "../../shared/assets/assets.js";
import { isRunning, type ProcessIdentity, startTimeOf } from "../../shared/launch/process-table.mjs";
import { readStored } from "./sandbox-folder.js";
import { waitFor } from "./wait-for.js";
import { writeWhole } from "./write-whole.js";

interface Watched extends ProcessIdentity {
  /** The signal that ends it cleanly. */
  signal: NodeJS.Signals;
}

export interface Watchdog extends ProcessIdentity {
  watch(process: Watched): void;
  forget(pid: number): void;
  /** Closes the pipe, so that the watchdog ends all watched processes, as when this process dies. Returns when they ended. */
  release(): Promise<void>;
}

/** Starts the watchdog process. When this process ends, it ends the watched processes and then removes the given files. */
export function startWatchdog(files: string[]): Watchdog {
  const script = path.join(projectFolder, "test", "sandbox", "watchdog.mjs");
  const child: ChildProcess = spawn(process.execPath, [script, ...files], {
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  const { pid, stdin } = child;
  if (pid === undefined || !stdin) throw new Error("the watchdog could not be started");
  stdin.on("error", () => undefined);
  const exited = once(child, "exit");
  const tell = (message: unknown) => stdin.write(`${JSON.stringify(message)}\n`);

  return {
    pid,
    startedAt: startTimeOf(pid) ?? "",
    watch: (watched) => tell({ watch: watched }),
    forget: (forgotten) => tell({ forget: forgotten }),
    async release() {
      stdin.end();
      await exited;
    },
  };
}

/** Says in a file which watchdog it is, for the next start. */
export const nameWatchdog = (file: string, { pid, startedAt }: ProcessIdentity): void =>
  writeWhole(file, JSON.stringify({ pid, startedAt }));

/** Returns when the watchdog of an earlier start has ended: its launcher may have been killed a moment ago. */
export async function untilWatchdogEnded(file: string): Promise<void> {
  const earlier = readStored<ProcessIdentity>(file);
  if (!earlier) return;
  await waitFor(() => !isRunning(earlier), { message: "the earlier start to end", timeoutMs: 12_000 });
}
