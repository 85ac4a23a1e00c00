import type { DueSequence } from "../../../shared/db/issuing/sequences.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { arm } from "./arming.js";
import { describeKey } from "./companies.js";
import { countQuota, type Database, flush, isOfContingency, quotaLeft } from "./database.js";
import { backgroundPositions, noteOnElements } from "./elements.js";
import { describeRow, isOfKey, isOfSequence, isOpen, nothingKnown, type Row } from "./rows.js";
import type { Sale } from "./sale.js";
import { isLeased } from "./store/leases.js";
import { findObstacle, isHeldBack } from "./suspicion.js";
import type { World } from "./world.js";

export interface Attempt {
  companyId: number;
  key: string;
  sale: Sale;
  requestId: string;
}

/** Source: shared/db/issuing/requeue-later-numbers.ts. */
const turnMs = 4_000;
/** Source: shared/db/issuing/sequences.ts. */
const retryMs = 10_000;

/** Source: shared/db/issuing/due-sequences.ts. */
const leastAgeMs = 200;
const inFlightMs = 10_000;

/** The statements of api and sweep, with the conditions of shared/db/issuing/issuances.ts and sequences.ts. */
export function createRequests(world: World, database: Database) {
  const { guards, circumstances } = world;
  const clockMs = () => database.clockMs();
  const isOfLostHistory = ({ timeline }: Row) => guards.lostQueueIsNotSent && timeline !== database.timeline;
  const isNeverSent = (row: Row) => isOfLostHistory(row) || isHeldBack(world, database, row);
  const view = (row: Row | undefined): Row | undefined => row && { ...row };

  function cancel(who: string, row: Row, isSweep: boolean): void {
    const earlyMs = row.deadlineAtMs - clockMs();
    const isLost = isNeverSent(row);
    if (circumstances.onlyRedisFails && !isLost)
      world.violate("I10", `${describeRow(row)} is turned away, though nothing but Redis was away`);
    if (earlyMs > 0 && !isLost)
      world.violate("I6", `${describeRow(row)} is cancelled ${Math.round(earlyMs)} ms before its deadline`);
    const hadTurn = row.returnedAtMs === null || clockMs() - row.returnedAtMs >= turnMs;
    if (!hadTurn && isOfContingency(world, database, row) && row.timeline === database.timeline)
      world.violate("I20", `${describeRow(row)} is turned away without a turn since it returned to the line`);
    if (row.state === "submitted") countQuota(database, row.sequence.companyId, { reserved: -1 });
    const ended = isLost
      ? { state: "failed", outcome: { code: "TAXAUTH_UNCONFIRMED" } }
      : row.patient && isSweep
        ? { state: "failed", outcome: { code: "TAXAUTH_CONNECTION_ERROR" } }
        : { state: "cancelled", outcome: { code: "VOUCHER_LOCK_TIMEOUT" } };
    Object.assign(row, ended, nothingKnown);
    world.tell(who, `cancels ${describeRow(row)}`);
    flush(database);
    noteOnElements(world, database, row);
    database.changed(row);
  }

  /** What is queued or submitted, and was recorded at least so long ago, or lies so far ahead. */
  function openRows(nowMs: number, [leastMs, aheadMs]: [number, number]): Row[] {
    const isResting = (row: Row) =>
      database.sequences.some(
        ({ key, retryAtMs }) =>
          isOfSequence(row, key) && retryAtMs !== null && retryAtMs >= nowMs && retryAtMs <= nowMs + retryMs,
      );
    return database.rows.filter(
      (row) =>
        isOpen(row) &&
        (row.recordedAtMs < nowMs - leastMs || row.recordedAtMs > nowMs + aheadMs) &&
        (row.state === "submitted" || (row.deadlineAtMs > nowMs && !(row.patient && isResting(row)))),
    );
  }

  function toSequences(open: Row[], nowMs: number): DueSequence[] {
    const looksOf = ({ sequence }: Row) =>
      open
        .filter((row) => row.state === "submitted" && isOfSequence(row, sequence))
        .sort((a, b) => (a.number ?? 0) - (b.number ?? 0))[0]?.looks ?? null;
    return [
      ...new Map(
        open.map((row) => [describeKey(row.sequence), { ...row.sequence, looks: looksOf(row), nowMs }]),
      ).values(),
    ];
  }

  return {
    find: (id: number) => view(database.rows.find((row) => row.id === id)),
    findByKey: (companyId: number, key: string) =>
      view(database.rows.find((row) => (guards.keysAreOfCompany ? isOfKey(row, companyId, key) : row.key === key))),

    /** Why the key takes no new attempt for this sequence. */
    findObstacle(companyId: number, key: string, sequence: SequenceKey) {
      const row = database.rows.find((one) => isOfKey(one, companyId, key));
      return row && findObstacle(world, database, row, sequence);
    },

    /** Undefined when the key is queued, submitted or approved, or in doubt. */
    record(who: string, { companyId, key, sale, requestId }: Attempt): Row | undefined {
      const present = database.rows.find((one) => isOfKey(one, companyId, key));
      const deadlineAtMs = clockMs() + circumstances.lockWaitMs;
      const patient = !guards.callersAreNotPatient && present?.patient === true;
      const place = ++database.lastPlace;
      const arming = { companyId, key, sale, requestId, place, deadlineAtMs, patient, isElement: false };
      const armed = arm(world, database, arming, guards.openRowsAreKept);
      if (!armed) return undefined;
      world.tell(who, `records ${key} of ${companyId} as ${describeRow(armed.row)}`);
      database.unflushed.push(armed);
      database.changed(armed.row);
      return view(armed.row);
    },

    /** Somebody waits now for what an element armed. */
    promote(who: string, id: number): void {
      const row = database.rows.find((one) => one.id === id);
      if (row?.state !== "queued" || row.place < backgroundPositions) return;
      row.isWaitedFor = true;
      if (guards.bringsForward) row.place = ++database.lastPlace;
      world.tell(who, `brings ${describeRow(row)} forward`);
      flush(database);
    },

    cancelOverdue(who: string, { id, revision }: { id: number; revision: number }): boolean {
      const row = database.rows.find((one) => one.id === id);
      if (!row || (guards.cancelNeedsQueued && row.state !== "queued")) return false;
      if (guards.cancelNeedsDeadline && row.deadlineAtMs > clockMs()) return false;
      if (guards.waiterCancelsOwnAttempt && row.revision !== revision) return false;
      cancel(who, row, false);
      return true;
    },

    cancelAllOverdue(who: string): number[] {
      if (!guards.sweepCancels) return [];
      const overdue = database.rows.filter(
        (row) =>
          row.state === "queued" &&
          (row.deadlineAtMs <= clockMs() - 1_000 || (isNeverSent(row) && (!row.patient || guards.lostElementsEnd))),
      );
      for (const row of overdue) cancel(who, row, true);
      return overdue.map((row) => row.id);
    },

    openSequences(): DueSequence[] {
      if (!guards.sweepWakes) return [];
      return toSequences(openRows(clockMs(), [2_000, 2_000]), clockMs());
    },

    /** The statement of shared/db/issuing/due-sequences.ts. */
    dueSequences(): DueSequence[] {
      const nowMs = clockMs();
      const isInFlight = (row: Row) =>
        guards.leavesCallsInFlight &&
        row.state === "submitted" &&
        row.doubt === null &&
        row.submittedAtMs !== null &&
        row.submittedAtMs >= nowMs - inFlightMs &&
        row.submittedAtMs <= nowMs + 1_000;
      const open = openRows(nowMs, [leastAgeMs, 2_000]);
      return toSequences(open, nowMs).filter(
        (sequence) =>
          !isLeased(database, sequence) && !open.some((row) => isOfSequence(row, sequence) && isInFlight(row)),
      );
    },

    hasQuotaLeft: (companyId: number) => quotaLeft(database, companyId) > 0,
  };
}

export type Requests = ReturnType<typeof createRequests>;
