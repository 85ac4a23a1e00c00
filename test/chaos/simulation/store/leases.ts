import type { SequenceKey } from "../../../../shared/domain/sequence.js";
import { describeKey } from "../companies.js";
import type { Database } from "../database.js";

const leaseMs = 10_000;

/** A row of sequence_lease. */
export interface LeaseRow {
  /** Whoever is the same holder is equal. */
  holder: unknown;
  untilMs: number;
}

/** One that lies further ahead than a lease lasts is of before the clock was set back. */
export function isLeased(database: Database, key: SequenceKey): boolean {
  const nowMs = database.clockMs();
  const untilMs = database.leases.get(describeKey(key))?.untilMs ?? Number.NEGATIVE_INFINITY;
  return untilMs >= nowMs && untilMs <= nowMs + leaseMs;
}

/** The statements of shared/db/issuing/sequence-leases.ts. */
export function acquireLease(database: Database, key: SequenceKey, holder: unknown): boolean {
  if (isLeased(database, key)) return false;
  database.leases.set(describeKey(key), { holder, untilMs: database.clockMs() + leaseMs });
  return true;
}

export function renewLease(database: Database, key: SequenceKey, holder: unknown): boolean {
  const lease = database.leases.get(describeKey(key));
  if (!lease || lease.holder !== holder) return false;
  lease.untilMs = database.clockMs() + leaseMs;
  return true;
}

export function releaseLease({ leases }: Database, key: SequenceKey, holder: unknown): void {
  if (leases.get(describeKey(key))?.holder === holder) leases.delete(describeKey(key));
}
