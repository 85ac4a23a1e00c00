import type { Log } from "./log.js";

/** Runs `task` again and again, `everyMs` after it ended. A failure is logged and changes nothing. */
export function repeat(task: () => Promise<void>, everyMs: number, log: Log, name: string): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();

  const run = () => {
    running = task()
      .catch((error) => log.warn({ error }, `${name} failed; it is tried again`))
      .then(() => {
        if (!stopped) timer = setTimeout(run, everyMs);
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
