import { lastLines, type Running } from "./spawn-service.js";
import { waitFor } from "./wait-for.js";

export interface ServiceWait {
  /** The name for the error message: "PostgreSQL". */
  name: string;
  logFile: string;
  timeoutMs?: number;
}

/**
 * Waits until a started process is ready. Stops it if it ends or is not ready in time.
 * @throws Error with the last lines of its log
 */
export async function waitForService(
  service: Running,
  isReady: () => boolean | Promise<boolean>,
  { name, logFile, timeoutMs = 60_000 }: ServiceWait,
): Promise<void> {
  let ended = false;
  void service.exited.then(() => {
    ended = true;
  });
  try {
    await waitFor(() => ended || isReady(), { message: `${name} to be ready`, timeoutMs });
    if (ended) throw new Error(`${name} ended during its start`);
  } catch (cause) {
    await service.stop();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${reason}. The end of ${logFile}:\n${lastLines(logFile)}`, { cause });
  }
}
