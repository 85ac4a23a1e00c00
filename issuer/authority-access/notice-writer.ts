import { runPeriodically } from "../../shared/concurrency/run-periodically.js";
import { createThrottle } from "../../shared/concurrency/throttle.js";
import type { HeardNotice } from "../../shared/db/company/notices.js";
import type { Log } from "../../shared/logging/log.js";

/** How often what came anew is written. */
const flushEveryMs = 1_000;
/** Pause before the same text of one taxpayer is written again: it comes with every answer while it is in force. */
const again = 10 * 60_000;
const maxWaiting = 50_000;

/** Keeps what the authority announces. Never delays or fails an issuance. */
interface Notices {
  hear(notice: HeardNotice): void;
}

/** @param save writes some in one statement */
export function createNoticeWriter(
  save: (heard: HeardNotice[]) => Promise<void>,
  log: Log,
  nowMs: () => number,
): Notices & { stop(): Promise<void> } {
  const written = createThrottle<string>(nowMs);
  let waiting = new Map<string, HeardNotice>();

  async function flush(): Promise<void> {
    if (waiting.size === 0) return;
    const heard = waiting;
    waiting = new Map();
    // Said before it is written: a database that is away is not asked again for each answer, and the text comes again.
    for (const name of heard.keys()) written.rest(name, again);
    try {
      await save([...heard.values()]);
    } catch (error) {
      for (const name of heard.keys()) written.wake(name);
      throw error;
    }
  }
  const flushing = runPeriodically(flush, flushEveryMs, log, "keeping what the authority announces");

  return {
    hear(notice) {
      const { cuit, production, service, code, message } = notice;
      const name = JSON.stringify([cuit, production, service, code, message]);
      if (written.isResting(name) || waiting.size >= maxWaiting) return;
      waiting.set(name, notice);
    },
    async stop() {
      await flushing.stop();
      await flush().catch(() => undefined);
    },
  };
}
