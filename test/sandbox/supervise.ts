import { setTimeout as sleep } from "node:timers/promises";
import { type Exit, lastLines, type Running } from "./spawn-service.js";

export interface SupervisedOptions {
  name: string;
  logFile: string;
  /** Already running and ready. */
  first: Running;
  start: () => Promise<Running>;
  /** Called at every start after the first. */
  onRestart: (pid: number) => void;
  onExit: (pid: number) => void;
  say: (line: string) => void;
}

const crashWindowMs = 60_000;
const crashLimit = 5;
const soonMs = 200;
const crashPauseMs = 30_000;
/** A process that ends by itself this soon after its start counts as crashed. */
const shortLifeMs = 5_000;

/**
 * Restarts a process whenever it ends, until `stop`. Five crashes within a minute are reported with the last log lines, and slow
 * down the restarts. A kill from outside is not a crash.
 */
export function supervise(options: SupervisedOptions): { stop(): Promise<void> } {
  const { name, logFile, say } = options;
  const stopped = new AbortController();
  let running: Running | undefined = options.first;
  let crashes: number[] = [];

  const noteExit = (exit: Exit, startedAt: number): number => {
    const now = performance.now();
    if (isCrash(exit, now - startedAt)) crashes = [...crashes.filter((at) => at > now - crashWindowMs), now];
    const isLooping = crashes.length >= crashLimit;
    const what = `${name} ended (${exit.signal ?? `exit code ${exit.code}`})`;
    if (!isLooping) {
      say(`${what}; starting it again`);
      return soonMs;
    }
    say(
      `${what}, ${crashes.length} times within a minute; next try in ${crashPauseMs / 1000} s. The end of ${logFile}:\n${lastLines(logFile)}`,
    );
    return crashPauseMs;
  };

  const watch = async () => {
    for (let startedAt = performance.now(); running; ) {
      const exit = await running.exited;
      options.onExit(running.pid);
      running = undefined;
      while (!running && !stopped.signal.aborted) {
        await sleep(noteExit(exit, startedAt), undefined, { signal: stopped.signal });
        startedAt = performance.now();
        running = await options.start().catch((error: Error) => {
          say(error.message);
          return undefined;
        });
      }
      if (running && stopped.signal.aborted) return running.stop();
      if (running) options.onRestart(running.pid);
    }
  };
  const watching = watch().catch(() => undefined);

  return {
    async stop() {
      stopped.abort();
      await running?.stop();
      await watching;
    },
  };
}

const outsideSignals = new Set<NodeJS.Signals | null>(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"]);

const isCrash = ({ code, signal }: Exit, lifetimeMs: number): boolean =>
  !outsideSignals.has(signal) && (code !== 0 || lifetimeMs < shortLifeMs);
