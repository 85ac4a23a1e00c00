import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";

/** A child process. */
export interface Running {
  pid: number;
  exited: Promise<Exit>;
  stop(): Promise<void>;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface ServiceOptions {
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Standard output and standard error are appended here. */
  logFile: string;
  cwd?: string | undefined;
  uid?: number | undefined;
  gid?: number | undefined;
  stopSignal?: NodeJS.Signals | undefined;
  /** How long `stop` waits before it kills the process. */
  graceMs?: number | undefined;
  /** Called with the pid right after the spawn, before the process is ready. */
  onSpawn?: ((pid: number) => void) | undefined;
}

/**
 * Starts a process in a group of its own, so that a terminal's Ctrl-C does not reach it.
 * `stop` sends the stop signal, kills the whole group after the grace period, and returns when the process has ended.
 */
export function spawnService(options: ServiceOptions): Running {
  const log = openSync(options.logFile, "a");
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: options.env,
    uid: options.uid,
    gid: options.gid,
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);

  const exited = new Promise<Exit>((resolve, reject) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", (cause) => {
      if (child.pid === undefined) reject(new Error(`${options.command} could not be started`, { cause }));
    });
  });
  const { pid } = child;
  if (pid === undefined) {
    exited.catch(() => undefined);
    throw new Error(`${options.command} could not be started`);
  }
  options.onSpawn?.(pid);

  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(options.stopSignal ?? "SIGTERM");
      const timer = setTimeout(() => killGroup(pid), options.graceMs ?? 10_000);
      await exited;
      clearTimeout(timer);
    }
    killGroup(pid);
  };
  return { pid, exited, stop };
}

/** Kills what is left of a process group, if anything. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {}
}

/** The last lines of a log, for an error message. Empty when the file cannot be read. */
export function lastLines(file: string, count = 15): string {
  try {
    return readFileSync(file, "utf8").trimEnd().split("\n").slice(-count).join("\n");
  } catch {
    return "";
  }
}
