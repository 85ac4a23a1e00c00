import type { Companies } from "./companies.js";
import type { BatchRow, ContingencyRow, FreedRow, QuotaRow, ReportRow, Row, SequenceRow, VoucherRow } from "./rows.js";
import type { Sale } from "./sale.js";
import type { HearingRow } from "./store/hearings.js";
import { isSuspect } from "./suspicion.js";
import type { World } from "./world.js";

/** The tables that issuing uses. A statement changes them at one instant, as row locks ensure in PostgreSQL. */
export interface Database {
  rows: Row[];
  sequences: SequenceRow[];
  vouchers: VoucherRow[];
  freed: FreedRow[];
  batches: BatchRow[];
  contingencies: ContingencyRow[];
  reports: ReportRow[];
  /** Unlogged: a crash and a standby lose them. */
  hearings: HearingRow[];
  /** By the sequence's name. Unlogged, too. */
  leases: Map<string, { untilMs: number }>;
  quotas: QuotaRow[];
  lastPlace: number;
  /** Increases with every failover. */
  timeline: number;
  /** The error of its clock. */
  clockOffsetMs: number;
  /** Its clock. */
  clockMs(): number;
  /** The current version of the declaration. */
  mapping: number;
  lastToken: number;
  /** The first content of each issuance. A mutation sends it even after the row was recorded again with other content. */
  firstSales: Map<number, Sale>;
  /** Records since the last flushed commit, each with the row before it. A crash undoes them. */
  unflushed: { row: Row; before: Row | undefined }[];
  /** Called for every row that changed. */
  changed(row: Row): void;
}

export const createDatabase = (companies: Companies, monthlyVouchers: number, nowMs: () => number): Database => ({
  rows: [],
  sequences: [],
  vouchers: [],
  freed: [],
  batches: [],
  contingencies: companies.map(({ id }) => ({
    companyId: id,
    exists: false,
    ...{ answeredAtMs: null, issuedAtMs: null, silentSinceMs: null, unanswered: 0, silentNotedAtMs: null },
    ...{ issuingSinceMs: null, issuingUnanswered: 0, issuingNotedAtMs: null, issuingAskedAtMs: null },
    ...{ probedAtMs: null, probedSequenceId: 0, readyAtMs: null, readySinceMs: null, trialId: null, trialAtMs: null },
    ...{ activeSinceMs: null, byHand: false },
  })),
  reports: [],
  hearings: [],
  leases: new Map(),
  quotas: companies.map(({ id }) => ({ companyId: id, monthlyVouchers, reserved: 0, used: 0 })),
  lastPlace: 0,
  timeline: 1,
  clockOffsetMs: 0,
  clockMs() {
    return nowMs() + this.clockOffsetMs;
  },
  mapping: 1,
  lastToken: 0,
  firstSales: new Map(),
  unflushed: [],
  changed: () => undefined,
});

/**
 * The database's clock, as recording, deadlines and rests of a line go by it. A clock that is set back keeps the sweep from what was
 * recorded before, so its steps reach the lines only where a run says so.
 */
export const lineClockOf = (
  database: Database,
  { scheduler, circumstances }: Pick<World, "scheduler" | "circumstances">,
) => (circumstances.linesByClock ? database.clockMs() : scheduler.nowMs());

/** The row of a company. Each company has one in some tables. */
export function ofCompany<One extends { companyId: number }>(rows: One[], companyId: number): One {
  const row = rows.find((one) => one.companyId === companyId);
  if (!row) throw new Error(`there is no company ${companyId}`);
  return row;
}

/** What the company may still issue. */
export function quotaLeft({ quotas }: Database, companyId: number): number {
  const { monthlyVouchers, reserved, used } = ofCompany(quotas, companyId);
  return monthlyVouchers - reserved - used;
}

/** Changes the reserved or the used quota of a company. */
export function countQuota(
  { quotas }: Database,
  companyId: number,
  counts: { reserved?: number; used?: number },
): void {
  const quota = ofCompany(quotas, companyId);
  quota.reserved += counts.reserved ?? 0;
  quota.used += counts.used ?? 0;
}

/** Source: shared/db/issuing/submissions.ts. */
const trialMs = 5_000;
const clockSlackMs = 1_000;

/** As the SQL of these names in shared/db/issuing/submissions.ts. */
export function isTrial(database: Database, { id, sequence }: Row): boolean {
  const { trialId, trialAtMs } = ofCompany(database.contingencies, sequence.companyId);
  const sinceMs = database.clockMs() - (trialAtMs ?? Number.NEGATIVE_INFINITY);
  return trialId === id && sinceMs < trialMs && sinceMs >= -clockSlackMs;
}

export const isOfContingency = (database: Database, row: Row): boolean =>
  row.movable &&
  ofCompany(database.contingencies, row.sequence.companyId).activeSinceMs !== null &&
  !database.freed.some(({ issuanceId }) => issuanceId === row.id) &&
  !isSuspect(database, row);

export const isHeldForContingency = (database: Database, row: Row): boolean =>
  isOfContingency(database, row) && !isTrial(database, row);

/** A commit that waits for the disk also flushes every commit before it. */
export function flush(database: Database): void {
  database.unflushed = [];
}

/** The server crashes and restarts: commits that were not flushed are lost. Gives the rows that this changes. */
export function crash(database: Database): Row[] {
  const undone = database.unflushed.toReversed();
  database.leases.clear();
  flush(database);
  for (const { row, before } of undone) {
    if (before) Object.assign(row, before);
    else database.rows.splice(database.rows.indexOf(row), 1);
  }
  return undone.map(({ row }) => row);
}

/** The tables that a standby copies. */
const copied = [
  "rows",
  "sequences",
  "vouchers",
  "freed",
  "batches",
  "contingencies",
  "reports",
  "quotas",
  "lastPlace",
] as const;

export type Standby = Pick<Database, (typeof copied)[number]>;

export const copyOf = (database: Database): Standby =>
  structuredClone(Object.fromEntries(copied.map((name) => [name, database[name]]))) as Standby;

/** The standby takes over on a new timeline. Gives the rows of before and after. */
export function becomeCopy(database: Database, standby: Standby): Row[] {
  const before = database.rows;
  Object.assign(database, standby, { hearings: [], leases: new Map(), timeline: database.timeline + 1 });
  flush(database);
  return [...before, ...database.rows];
}
