import type { OpenSequence } from "../../../shared/db/issuing/sequences.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { type Database, describeRow, flush, isOpen, nothingKnown, type Row } from "./database.js";
import type { Sale } from "./sale.js";
import type { World } from "./world.js";

export interface Attempt {
  key: string;
  sequence: SequenceKey;
  sale: Sale;
  requestId: string;
}

/** The statements of api and sweep, with the conditions of shared/db/issuing/issuances.ts and sequences.ts. */
export function createRequests(world: World, database: Database) {
  const { guards, scheduler, circumstances } = world;
  const view = (row: Row | undefined): Row | undefined => row && { ...row };

  function cancel(who: string, row: Row): void {
    const earlyMs = row.deadlineAtMs - scheduler.nowMs();
    if (earlyMs > 0)
      world.violate("I6", `${describeRow(row)} is cancelled ${Math.round(earlyMs)} ms before its deadline`);
    if (row.state === "submitted") database.quota.reserved--;
    const isLost = guards.lostQueueIsNotSent && row.timeline !== database.timeline;
    const ended = isLost
      ? { state: "failed", outcome: { code: "TAXAUTH_UNCONFIRMED" } }
      : { state: "cancelled", outcome: { code: "VOUCHER_LOCK_TIMEOUT" } };
    Object.assign(row, ended, nothingKnown);
    world.tell(who, `cancels ${describeRow(row)}`);
    flush(database);
    database.changed(row);
  }

  return {
    find: (id: number) => view(database.rows.find((row) => row.id === id)),
    findByKey: (key: string) => view(database.rows.find((row) => row.key === key)),

    /** Undefined when the key is queued, submitted or approved. */
    record(who: string, { key, sequence, sale, requestId }: Attempt): Row | undefined {
      const nowMs = scheduler.nowMs();
      const armed = {
        sequence,
        sale,
        rounding: "line" as const,
        requestId,
        place: ++database.lastPlace,
        state: "queued" as const,
        recordedAtMs: nowMs,
        deadlineAtMs: nowMs + circumstances.lockWaitMs,
        number: null,
        submittedAtMs: null,
        epoch: null,
        mapping: database.mapping,
        timeline: database.timeline,
        heardAtMs: null,
        ...nothingKnown,
        outcome: null,
      };
      let row = guards.uniqueKey ? database.rows.find((one) => one.key === key) : undefined;
      const before = row && { ...row };
      if (!row) {
        row = { id: database.rows.length + 1, key, revision: 1, ...armed };
        database.rows.push(row);
      } else {
        if (row.state === "approved" || (isOpen(row) && guards.openRowsAreKept)) return undefined;
        if (row.state === "submitted") database.quota.reserved--;
        Object.assign(row, armed, { revision: row.revision + 1 });
      }
      world.tell(who, `records ${key} as ${describeRow(row)}`);
      database.unflushed.push({ row, before });
      database.changed(row);
      return view(row);
    },

    cancelOverdue(who: string, id: number): boolean {
      const row = database.rows.find((one) => one.id === id);
      if (!row || (guards.cancelNeedsQueued && row.state !== "queued")) return false;
      if (guards.cancelNeedsDeadline && row.deadlineAtMs > scheduler.nowMs()) return false;
      cancel(who, row);
      return true;
    },

    cancelAllOverdue(who: string): number[] {
      if (!guards.sweepCancels) return [];
      const overdue = database.rows.filter(
        (row) => row.state === "queued" && row.deadlineAtMs <= scheduler.nowMs() - 1_000,
      );
      for (const row of overdue) cancel(who, row);
      return overdue.map((row) => row.id);
    },

    openSequences(): OpenSequence[] {
      if (!guards.sweepWakes) return [];
      const nowMs = scheduler.nowMs();
      const open = database.rows.filter(
        (row) =>
          isOpen(row) && row.recordedAtMs < nowMs - 2_000 && (row.state === "submitted" || row.deadlineAtMs > nowMs),
      );
      const looksOf = ({ sequence }: Row) =>
        open
          .filter((row) => row.state === "submitted" && row.sequence.voucherType === sequence.voucherType)
          .sort((a, b) => (a.number ?? 0) - (b.number ?? 0))[0]?.looks ?? null;
      const clockMs = nowMs + database.clockOffsetMs;
      return [
        ...new Map(
          open.map((row) => [row.sequence.voucherType, { ...row.sequence, looks: looksOf(row), nowMs: clockMs }]),
        ).values(),
      ];
    },

    hasQuotaLeft: () => database.quota.reserved + database.quota.used < database.quota.monthlyVouchers,
  };
}

export type Requests = ReturnType<typeof createRequests>;
