import { isRunning, type ProcessIdentity, readProcess, startTimeOf } from "../../shared/launch/process-table.mjs";

const shells = new Set(["sh", "dash", "bash", "ash", "zsh"]);

/** One Ctrl-C arrives twice: from the terminal, and passed on by npm. */
const echoMs = 1_000;

/**
 * Resolves when the sandbox must stop: after Ctrl-C, after a signal, or when the npm that started it has ended.
 * `onSecond` runs at a later signal.
 */
export function stopRequest(onSecond: () => void): Promise<void> {
  return new Promise((resolve) => {
    let requestedAt: number | undefined;
    const request = () => {
      if (requestedAt === undefined) {
        requestedAt = performance.now();
        resolve();
      } else if (performance.now() - requestedAt > echoMs) {
        onSecond();
      }
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, request);

    const parents = process.env.npm_lifecycle_event === undefined ? [] : npmProcesses();
    const timer = setInterval(() => {
      if (!parents.every(isRunning) && requestedAt === undefined) request();
    }, 500);
    timer.unref();
  });
}

/** npm may start a shell, and the shell starts this process. Either of them may be killed alone. */
function npmProcesses(): ProcessIdentity[] {
  const parent = readProcess(process.ppid);
  const pids = parent && shells.has(parent.name) ? [process.ppid, parent.parent] : [process.ppid];
  return pids.flatMap((pid) => {
    const startedAt = startTimeOf(pid);
    return startedAt === undefined ? [] : [{ pid, startedAt }];
  });
}
