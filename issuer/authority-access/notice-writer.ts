import { createBufferedWriter } from "../../shared/concurrency/buffered-writer.js";
import { createThrottle } from "../../shared/concurrency/throttle.js";
import type { HeardNotice } from "../../shared/db/company/notices.js";
import type { Log } from "../../shared/logging/log.js";

const maxWaiting = 50_000;
const buffer = { everyMs: 1_000, maxWaiting, maxPerWrite: maxWaiting, keepsFailed: false };
/** Pause before the same text of one taxpayer is written again: it comes with every answer while it is in force. */
const againMs = 10 * 60_000;

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
  const heard = createThrottle<string>(nowMs);
  /** A text that was not written is written when it comes again. */
  async function write(notices: HeardNotice[]): Promise<void> {
    try {
      await save(notices);
    } catch (error) {
      for (const notice of notices) heard.wake(nameOf(notice));
      throw error;
    }
  }
  const writer = createBufferedWriter({ ...buffer, write, log, name: "keeping what the authority announces" });

  return {
    hear(notice) {
      const name = nameOf(notice);
      if (!heard.isResting(name) && writer.add(notice)) heard.rest(name, againMs);
    },
    stop: writer.stop,
  };
}

const nameOf = ({ cuit, production, service, code, message }: HeardNotice): string =>
  JSON.stringify([cuit, production, service, code, message]);
