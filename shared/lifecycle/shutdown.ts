import type { Log } from "../logging/log.js";

type Close = () => unknown;

/** Registers how to close something that was just opened. Closing runs in reverse order. */
export type OnClose = (name: string, close: Close) => void;

/** Registers how to close this, which was just opened, and gives it. */
export function closing<Opened extends { close: Close } | { stop: Close }>(
  onClose: OnClose,
  name: string,
  opened: Opened,
): Opened {
  onClose(name, "close" in opened ? opened.close : opened.stop);
  return opened;
}

/**
 * Runs a process: opens what it needs, serves until SIGTERM or SIGINT, and closes in reverse order. `stopping` is aborted
 * before anything is closed: from then on the process accepts no new work and reports that it is not ready.
 * Exit code 0 after an orderly stop, 1 when the start failed, an error escaped, or closing took longer than `graceMs`.
 */
export async function runProcess(
  log: Log,
  graceMs: number,
  open: (onClose: OnClose, stopping: AbortSignal) => Promise<void>,
): Promise<void> {
  const closers: { name: string; close: Close }[] = [];
  const stopping = new AbortController();

  const stop = async (reason: string, exitCode: number) => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    log.info({ reason }, "stopping");
    setTimeout(() => {
      log.error({ graceMs }, "did not stop within the grace period");
      process.exit(1);
    }, graceMs).unref();

    for (const { name, close } of closers.reverse()) {
      try {
        await close();
      } catch (error) {
        log.warn({ error, name }, "could not close");
      }
    }
    log.info("stopped");
    process.exit(exitCode);
  };

  process.once("SIGTERM", () => void stop("SIGTERM", 0));
  process.once("SIGINT", () => void stop("SIGINT", 0));
  process.on("uncaughtException", (error) => {
    log.fatal({ error }, "uncaught exception");
    void stop("uncaughtException", 1);
  });
  process.on("unhandledRejection", (error) => {
    log.fatal({ error }, "unhandled rejection");
    void stop("unhandledRejection", 1);
  });

  try {
    await open((name, close) => closers.push({ name, close }), stopping.signal);
    log.info({ pid: process.pid }, "started");
  } catch (error) {
    // What was about to be opened need not be: the process stops already.
    if (stopping.signal.aborted) return;
    log.fatal({ error }, "could not start");
    await stop("start failed", 1);
  }
}
