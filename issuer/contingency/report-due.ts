import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { Log } from "../../shared/log.js";
import { BusyError } from "../../shared/queues/errors.js";
import { sequenceName } from "../../shared/queues/issuance.js";
import type { Capacity, Turn } from "../capacity.js";

interface ReportDueOptions {
  listDue(): Promise<SequenceKey[]>;
  /** Reports one sequence. */
  report(key: SequenceKey, turn: Turn): Promise<unknown>;
  within: Capacity;
  log: Log;
}

/**
 * The round of reports: begins with every sequence that is due, and returns at once, so that an authority that does not answer one
 * keeps no other waiting. What finds no place is due again in the next round.
 */
export function createReportRound({ listDue, report, within, log }: ReportDueOptions): {
  round(): Promise<void>;
  /** Resolves when no report is on its way. */
  stop(): Promise<void>;
} {
  const running = new Map<string, Promise<void>>();

  async function serve(key: SequenceKey): Promise<void> {
    try {
      await within(key, 1, (turn) => report(key, turn));
    } catch (error) {
      if (!(error instanceof BusyError)) log.warn({ error, sequence: sequenceName(key) }, "reports failed; retrying");
    }
  }

  return {
    async round() {
      for (const key of await listDue()) {
        const name = sequenceName(key);
        if (!running.has(name))
          running.set(
            name,
            serve(key).finally(() => running.delete(name)),
          );
      }
    },
    stop: async () => void (await Promise.all(running.values())),
  };
}
