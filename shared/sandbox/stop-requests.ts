import { isRunning, type ProcessIdentity, readProcess, startTimeOf } from "../launch/plain-modules.js";

const shells = new Set(["sh", "dash", "bash", "ash", "zsh"]);

/** One Ctrl-C arrives twice, from the terminal and from npm, which passes it on. */
const echoMs = 1_000;

/**
 * Resolves when the sandbox has to stop: by Ctrl-C, by a signal, or because the npm that started it is gone.
 * `onSecond` runs at a signal after that.
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

/** npm starts a shell, which may stand between npm and this process; either may be killed alone. */
function npmProcesses(): ProcessIdentity[] {
  const parent = readProcess(process.ppid);
  const pids = parent && shells.has(parent.name) ? [process.ppid, parent.parent] : [process.ppid];
  return pids.flatMap((pid) => {
    const startedAt = startTimeOf(pid);
    return startedAt === undefined ? [] : [{ pid, startedAt }];
  });
}
