import {
  claimDueReports,
  giveReportsBack,
  readOpenReports,
  recordReports,
  writeReportsAhead,
} from "../../shared/db/contingency/reports.js";
import { acquireSequence } from "../../shared/db/issuing/sequences.js";
import type { Database } from "../../shared/db/pool/database.js";
import { argentineDay, toFiscalDate } from "../../shared/domain/calendar.js";
import type { Log } from "../../shared/logging/log.js";
import type { SequenceLock } from "../issuing/deps.js";
import { createTimeSlicedSemaphore } from "../issuing/time-sliced-semaphore.js";
import type { ReportAuthority, ReportDeps, ReportStore } from "./report-deps.js";
import { createReportRound } from "./report-due.js";
import { reportSequence } from "./report-sequence.js";

interface OpenReportsOptions {
  db: Database;
  authority: ReportAuthority;
  lock: SequenceLock;
  log: Log;
  nowMs?: () => number;
  /** True while the authority answers only the other issuers. Then they report, and this one does not. */
  isIsolated?(production: boolean): boolean;
}

/** How many sequences of one environment a process reports at once, and how many of one company while others report too. */
export const maxReported = 5;
const maxOfOne = 2;

export const createReportStore = (db: Database): ReportStore => ({
  acquireSequence: (key) => acquireSequence(db, key),
  readOpen: (key) => readOpenReports(db, key),
  writeAhead: (taken, reports) => writeReportsAhead(db, taken, reports),
  record: (taken, changes) => recordReports(db, taken, changes),
});

/** Makes the round that sends the due reports, with PostgreSQL as their store. Source: issuer/README.md, section 13. */
export function openReports({
  db,
  authority,
  lock,
  log,
  nowMs = Date.now,
  isIsolated = () => false,
}: OpenReportsOptions) {
  const clock = { monotonicMs: () => performance.now() };
  const deps: ReportDeps = { store: createReportStore(db), authority, lock, clock, nowMs, log };
  const round = createReportRound({
    claimDue: async (production, limit) =>
      isIsolated(production) ? [] : claimDueReports(db, production, toFiscalDate(argentineDay(nowMs())), limit),
    giveBack: (key) => giveReportsBack(db, key),
    report: (key, turn) => reportSequence(deps, key, turn.isOver),
    inSlice: createTimeSlicedSemaphore(maxReported, maxOfOne),
    places: maxReported,
    log,
  });
  return { ...round, deps };
}
