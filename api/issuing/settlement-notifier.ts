import { createLoader } from "../../shared/concurrency/loader.js";
import { runPeriodically } from "../../shared/concurrency/run-periodically.js";
import {
  type AttemptId,
  findIssuances,
  type IssuanceView,
  isSameAttempt,
  issuanceStates,
} from "../../shared/db/issuing/issuances.js";
import type { Statements } from "../../shared/db/pool/database.js";
import type { Log } from "../../shared/logging/log.js";

/** An attempt to wait for. With `orUnconfirmed`, `unconfirmed` ends the wait too. */
interface SettlementWait extends AttemptId {
  orUnconfirmed: boolean;
}

interface SettlementResult {
  /** Whether it was settled, lost, or replaced by a later attempt. False when the time went by. */
  ended: boolean;
  /** The row, if an announcement brought it. */
  view?: IssuanceView;
}

export interface SettlementNotifier {
  wait(attempt: SettlementWait, waitMs: number): Promise<SettlementResult>;
  /** An announcement came: look now. */
  announced(issuanceId: number): void;
  stop(): Promise<void>;
}

interface Waiter extends SettlementWait {
  done(result: SettlementResult): void;
}

const pollEveryMs = 500;

/**
 * Waits for issuances to settle. Announcements make it quick. One poll for all waiters makes up for a lost announcement within
 * half a second. Source: issuer/README.md, section 2, step 8.
 */
export function createSettlementNotifier(db: Statements, log: Log): SettlementNotifier {
  const waiters = new Map<number, Set<Waiter>>();
  const findView = createLoader((ids: number[]) => findIssuances(db, ids));

  async function lookAtAll(): Promise<void> {
    if (waiters.size === 0) return;
    const ids = [...waiters.keys()];
    const rows = new Map((await issuanceStates(db, ids)).map((row) => [row.id, row]));
    for (const id of ids)
      for (const waiter of waiters.get(id) ?? []) if (isOver(waiter, rows.get(id))) waiter.done({ ended: true });
  }
  const polling = runPeriodically(lookAtAll, pollEveryMs, log, "poll for settled issuances");

  /** Nearly always it is settled now, and its caller can be answered from this row. */
  async function lookAt(id: number): Promise<void> {
    const view = await findView(id);
    if (view) for (const waiter of waiters.get(id) ?? []) if (isOver(waiter, view)) waiter.done({ ended: true, view });
  }

  return {
    wait: (attempt, waitMs) =>
      new Promise((resolve) => {
        const ofIssuance = waiters.get(attempt.id) ?? new Set();
        const done = (result: SettlementResult) => {
          clearTimeout(timer);
          ofIssuance.delete(waiter);
          if (ofIssuance.size === 0 && waiters.get(attempt.id) === ofIssuance) waiters.delete(attempt.id);
          resolve(result);
        };
        const waiter: Waiter = { ...attempt, done };
        const timer = setTimeout(() => done({ ended: false }), Math.max(0, waitMs));
        waiters.set(attempt.id, ofIssuance.add(waiter));
      }),
    announced: (issuanceId) => {
      if (waiters.has(issuanceId))
        lookAt(issuanceId).catch((error) => log.warn({ error }, "could not look at an announced issuance"));
    },
    stop: () => polling.stop(),
  };
}

type SettlementRow = AttemptId & Pick<IssuanceView, "state" | "doubt">;

function isOver(waiter: SettlementWait, row: SettlementRow | undefined): boolean {
  if (!row || !isSameAttempt(waiter, row)) return true;
  if (row.state === "queued") return false;
  return row.state !== "submitted" || (waiter.orUnconfirmed && row.doubt === "unconfirmed");
}
