import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { type Companies, describeKey } from "./companies.js";
import { allGuards, type Guards } from "./guards.js";
import { firstHistory, type HistoryRow } from "./histories.js";
import type {
  BatchRow,
  ContingencyRow,
  FreedRow,
  ImportRow,
  QuotaRow,
  ReportRow,
  Row,
  SequenceRow,
  UnusedRow,
  VoucherRow,
} from "./rows.js";
import type { Sale } from "./sale.js";
import type { HearingRow } from "./store/hearings.js";
import type { LeaseRow } from "./store/leases.js";
import { isSuspect } from "./suspicion.js";
import type { World } from "./world.js";

/** The tables that issuing uses. A statement changes them at one instant, as row locks ensure in PostgreSQL. */
export interface Database {
  rows: Row[];
  sequences: SequenceRow[];
  vouchers: VoucherRow[];
  imported: ImportRow[];
  unused: UnusedRow[];
  freed: FreedRow[];
  batches: BatchRow[];
  contingencies: ContingencyRow[];
  reports: ReportRow[];
  /** Unlogged: a crash and a standby lose them. */
  hearings: HearingRow[];
  /** By the sequence's name. Unlogged, too. */
  leases: Map<string, LeaseRow>;
  /** By the sequence's name: until when a transaction has its row. */
  held: Map<string, number>;
  quotas: QuotaRow[];
  lastPlace: number;
  /** The row of `database_incarnation`. */
  history: HistoryRow;
  /** Ids that are given lie above it. */
  idBase: number;
  /** How far its log has got: a copy of its files goes back. */
  position: number;
  /** The server and the database in it, PostgreSQL's timeline, and the last load of a dump over it. */
  place: number;
  branch: number;
  load: number;
  /** Increases when every connection breaks. */
  starts: number;
  /** As the SQL function `current_incarnation`: the present history, or 0 while a way back is not noticed yet. */
  readonly timeline: number;
  /** The error of its clock. */
  clockOffsetMs: number;
  /** Its clock. */
  clockMs(): number;
  /** The current version of the declaration. */
  mapping: number;
  lastToken: number;
  /** For what must never be the same again, whatever the database forgets. */
  lastDrawn: number;
  /** The first content of each issuance. A mutation sends it even after the row was recorded again with other content. */
  firstSales: Map<number, Sale>;
  /** Records since the last flushed commit, each with the row before it. A crash undoes them. */
  unflushed: { row: Row; before: Row | undefined }[];
  /** Called for every row that changed. */
  changed(row: Row): void;
}

export const createDatabase = (
  companies: Companies,
  monthlyVouchers: number,
  nowMs: () => number,
  guards: Pick<Guards, "noticesLoads" | "noticesPlaces"> = allGuards,
): Database => ({
  rows: [],
  sequences: [],
  vouchers: [],
  imported: [],
  unused: [],
  freed: [],
  batches: [],
  contingencies: companies.map(({ id }) => ({
    companyId: id,
    exists: false,
    ...{ answeredAtMs: null, issuedAtMs: null, silentSinceMs: null, unanswered: 0, silentNotedAtMs: null },
    ...{ issuingSinceMs: null, issuingUnanswered: 0, issuingNotedAtMs: null, issuingAskedAtMs: null },
    ...{ probedAtMs: null, probedSequenceId: 0, readyAtMs: null, readySinceMs: null, trialId: null, trialAtMs: null },
    ...{ refused: 0, activeSinceMs: null, byHand: false },
  })),
  reports: [],
  hearings: [],
  leases: new Map(),
  held: new Map(),
  quotas: companies.map(({ id }) => ({ companyId: id, monthlyVouchers, reserved: 0, used: 0 })),
  lastPlace: 0,
  history: { token: firstHistory, earlier: [], ...{ place: 1, branch: 1, load: 1 } },
  idBase: 0,
  position: 0,
  ...{ place: 1, branch: 1, load: 1 },
  starts: 1,
  get timeline() {
    const { token, place, branch, load } = this.history;
    const isWritten = load === this.load || !guards.noticesLoads;
    const isHere = place === this.place || !guards.noticesPlaces;
    return isWritten && isHere && branch === this.branch ? token : 0;
  },
  clockOffsetMs: 0,
  clockMs() {
    return nowMs() + this.clockOffsetMs;
  },
  mapping: 1,
  lastToken: 0,
  lastDrawn: firstHistory,
  firstSales: new Map(),
  unflushed: [],
  changed: () => undefined,
});

/** When a transaction lets go of the sequence's row. */
export const heldUntilMs = ({ held }: Database, key: SequenceKey): number => held.get(describeKey(key)) ?? 0;

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

export const isOfContingency = (world: World, database: Database, row: Row): boolean =>
  row.movable &&
  ofCompany(database.contingencies, row.sequence.companyId).activeSinceMs !== null &&
  !database.freed.some(({ issuanceId }) => issuanceId === row.id) &&
  !isSuspect(world, database, row);

export const isHeldForContingency = (world: World, database: Database, row: Row): boolean =>
  isOfContingency(world, database, row) && !isTrial(database, row);

/** A commit that waits for the disk also flushes every commit before it. */
export function flush(database: Database): void {
  database.unflushed = [];
}

/** The server crashes and restarts: commits that were not flushed are lost. Gives the rows that this changes. */
export function crash(database: Database): Row[] {
  const undone = database.unflushed.toReversed();
  database.starts++;
  database.leases.clear();
  flush(database);
  for (const { row, before } of undone) {
    if (before) Object.assign(row, before);
    else database.rows.splice(database.rows.indexOf(row), 1);
  }
  return undone.map(({ row }) => row);
}
