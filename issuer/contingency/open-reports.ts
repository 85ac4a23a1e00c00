import {
  listDueReports,
  readOpenReports,
  recordReports,
  writeReportsAhead,
} from "../../shared/db/contingency/reports.js";
import type { Database } from "../../shared/db/database.js";
import { takeSequence } from "../../shared/db/issuing/sequences.js";
import { argentineDay, toFiscalDate } from "../../shared/domain/calendar.js";
import type { Log } from "../../shared/log.js";
import { createCapacity } from "../capacity.js";
import type { SequenceLock } from "../issuing/deps.js";
import type { ReportAuthority, ReportDeps, ReportStore } from "./report-deps.js";
import { createReportRound } from "./report-due.js";
import { reportSequence } from "./report-sequence.js";

interface Options {
  db: Database;
  authority: ReportAuthority;
  lock: SequenceLock;
  log: Log;
  nowMs?: () => number;
}

/** How many sequences of one environment a process reports at once, and how many of one company while others report too. */
const mostAtOnce = 5;
const mostOfOne = 2;
/** How many due sequences of one environment are read in a round. */
const mostListed = 50;

export const createReportStore = (db: Database): ReportStore => ({
  takeSequence: (key) => takeSequence(db, key),
  readOpen: (key) => readOpenReports(db, key),
  writeAhead: (taken, reports) => writeReportsAhead(db, taken, reports),
  record: (taken, changes) => recordReports(db, taken, changes),
});

/** Reports on PostgreSQL, and their round. Source: issuer/README.md, section 13. */
export function openReports({ db, authority, lock, log, nowMs = Date.now }: Options) {
  const clock = { monotonicMs: () => performance.now() };
  const deps: ReportDeps = { store: createReportStore(db), authority, lock, clock, nowMs, log };
  const round = createReportRound({
    listDue: () => listDueReports(db, toFiscalDate(argentineDay(nowMs())), mostListed),
    report: (key, turn) => reportSequence(deps, key, turn.isOver),
    within: createCapacity(mostAtOnce, mostOfOne),
    log,
  });
  return { ...round, deps };
}
