import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { projectFolder } from "../assets.js";

export interface Watched {
  pid: number;
  startedAt: string;
  /** The signal that ends it cleanly. */
  signal: NodeJS.Signals;
}

export interface Watchdog {
  pid: number;
  watch(process: Watched): void;
  forget(pid: number): void;
  /** Closes the pipe, so that the watchdog ends all watched processes, as when this process dies. Returns when they ended. */
  release(): Promise<void>;
}

/** Starts the watchdog process. When this process ends, it ends the watched processes and then removes the given files. */
export function startWatchdog(files: string[]): Watchdog {
  const script = path.join(projectFolder, "shared", "sandbox", "watchdog.mjs");
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
    watch: (watched) => tell({ watch: watched }),
    forget: (forgotten) => tell({ forget: forgotten }),
    async release() {
      stdin.end();
      await exited;
    },
  };
}
