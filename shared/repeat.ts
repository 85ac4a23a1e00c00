import type { Log } from "./log.js";

/** What fails again and again is tried more slowly, but never more slowly than this or its own pace. */
const slowestMs = 2_000;

/**
 * Runs `task` again and again, `everyMs` after it ended. A failure changes nothing but the pace; it is logged once, and once
 * more when the task works again.
 */
export function repeat(task: () => Promise<void>, everyMs: number, log: Log, name: string): { stop(): Promise<void> } {
  let stopped = false;
  let failures = 0;
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();

  const succeeded = () => {
    if (failures > 0) log.info({ failures }, `${name} works again`);
    failures = 0;
  };
  const failed = (error: unknown) => {
    if (failures === 0) log.warn({ error }, `${name} failed; it is tried again`);
    failures += 1;
  };
  const run = () => {
    running = task()
      .then(succeeded, failed)
      .then(() => {
        if (!stopped) timer = setTimeout(run, Math.max(everyMs, Math.min(slowestMs, everyMs * 2 ** failures)));
      });
  };
  timer = setTimeout(run, everyMs);

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
