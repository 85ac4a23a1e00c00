import type { OnClose } from "../lifecycle/shutdown.js";
import type { Log } from "../logging/log.js";

/** The longest pause after repeated failures, unless the task's own pause is longer. */
const slowestMs = 2_000;

/**
 * Runs `task` repeatedly, with a pause of `everyMs` before the first run, unless it begins `atOnce`, and after each. Each failure in
 * a row doubles the pause, up to a limit. The first failure is logged, and so is the next success.
 */
export function runPeriodically(
  task: () => Promise<void>,
  everyMs: number,
  log: Log,
  name: string,
  { atOnce = false } = {},
): { stop(): Promise<void> } {
  let stopped = false;
  let failures = 0;
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();

  const succeeded = () => {
    if (failures > 0) log.info({ failures }, `${name} works again`);
    failures = 0;
  };
  const failed = (error: unknown) => {
    if (failures === 0) log.warn({ error }, `${name} failed; retrying`);
    failures += 1;
  };
  const run = () => {
    running = task()
      .then(succeeded, failed)
      .then(() => {
        if (!stopped) timer = setTimeout(run, Math.max(everyMs, Math.min(slowestMs, everyMs * 2 ** failures)));
      });
  };
  timer = setTimeout(run, atOnce ? 0 : everyMs);

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Periodic tasks of a process, which stop when it closes. Each call of what this gives starts one. */
export const periodicTasks =
  (log: Log, onClose: OnClose) =>
  (name: string, everyMs: number, task: () => Promise<void>, options?: { atOnce: boolean }): void =>
    onClose(name, runPeriodically(task, everyMs, log, name, options).stop);
