import type { Database } from "../../shared/db/database.js";
import {
  type ArmingId,
  findIssuances,
  type IssuanceView,
  isSameArming,
  issuanceStates,
} from "../../shared/db/issuing/issuances.js";
import { gatherReads } from "../../shared/gather-reads.js";
import type { Log } from "../../shared/log.js";
import { repeat } from "../../shared/repeat.js";

/** What a wait is for: any settlement of this arming, or also the word that nobody can tell yet. */
export interface Awaited extends ArmingId {
  orUnconfirmed: boolean;
}

export interface Settlements {
  /** True, or the row itself, when it was settled, lost, or armed again by somebody else; false when `waitMs` went by. */
  wait(awaited: Awaited, waitMs: number): Promise<IssuanceView | boolean>;
  /** An announcement came: look now. */
  announced(issuanceId: number): void;
  stop(): Promise<void>;
}

interface Waiter extends Awaited {
  done(settled: IssuanceView | boolean): void;
}

const pollEveryMs = 500;

/**
 * Waits for issuances to settle. Announcements make it quick; one poll for all waiters makes a lost one cost half a second
 * and never an answer. Source: DESIGN.md, section 2, step 8.
 */
export function createSettlements(db: Database, log: Log): Settlements {
  const waiters = new Map<number, Set<Waiter>>();
  const findView = gatherReads((ids: number[]) => findIssuances(db, ids));

  async function lookAtAll(): Promise<void> {
    if (waiters.size === 0) return;
    const ids = [...waiters.keys()];
    const rows = new Map((await issuanceStates(db, ids)).map((row) => [row.id, row]));
    for (const id of ids)
      for (const waiter of waiters.get(id) ?? []) if (isOver(waiter, rows.get(id))) waiter.done(true);
  }
  const polling = repeat(lookAtAll, pollEveryMs, log, "poll for settled issuances");

  /** Nearly always it is over, and then the row is what its caller is answered from. */
  async function lookAt(id: number): Promise<void> {
    const view = await findView(id);
    if (view) for (const waiter of waiters.get(id) ?? []) if (isOver(waiter, view)) waiter.done(view);
  }

  return {
    wait: (awaited, waitMs) =>
      new Promise((resolve) => {
        const ofIssuance = waiters.get(awaited.id) ?? new Set();
        const done = (settled: IssuanceView | boolean) => {
          clearTimeout(timer);
          ofIssuance.delete(waiter);
          if (ofIssuance.size === 0 && waiters.get(awaited.id) === ofIssuance) waiters.delete(awaited.id);
          resolve(settled);
        };
        const waiter: Waiter = { ...awaited, done };
        const timer = setTimeout(() => done(false), Math.max(0, waitMs));
        waiters.set(awaited.id, ofIssuance.add(waiter));
      }),
    announced: (issuanceId) => {
      if (waiters.has(issuanceId))
        lookAt(issuanceId).catch((error) => log.warn({ error }, "could not look at an announced issuance"));
    },
    stop: () => polling.stop(),
  };
}

type Row = ArmingId & Pick<IssuanceView, "state" | "doubt">;

function isOver(waiter: Awaited, row: Row | undefined): boolean {
  if (!row || !isSameArming(waiter, row)) return true;
  if (row.state === "queued") return false;
  return row.state !== "submitted" || (waiter.orUnconfirmed && row.doubt === "unconfirmed");
}
