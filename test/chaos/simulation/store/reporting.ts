import type { ReportStore } from "../../../../issuer/contingency/report-deps.js";
import type { OpenReport, ReportChange } from "../../../../shared/db/contingency/reports.js";
import type { OwnedSequence } from "../../../../shared/db/issuing/sequences.js";
import { isReportable } from "../../../../shared/domain/fortnight.js";
import type { SequenceKey } from "../../../../shared/domain/sequence.js";
import { describeKey, distinctKeys, isSameSequence } from "../companies.js";
import { type Database, flush } from "../database.js";
import type { Guards } from "../guards.js";
import type { Parts } from "../parts.js";
import type { ReportRow } from "../rows.js";
import type { StoreContext, Tables } from "./tables.js";

/** Source: shared/db/contingency/reports.ts. */
const inFlightMs = 10_000;
const tooFarMs = 120_000;
const failedAgainMs = 30_000;
const clockSlackMs = 1_000;

/** What is reported of the sequence cannot go on. Source: shared/db/contingency/known-vouchers.ts. */
export const isStuck = ({ reports }: Database, key: SequenceKey, { refusedClose, gapsClose }: Guards): boolean =>
  reports.some(
    ({ sequence, state, errors, isGap }) =>
      isSameSequence(sequence, key) &&
      state !== "reported" &&
      errors.length > 0 &&
      (state === "givenUp" ? isGap && gapsClose : refusedClose),
  );

/** The open reports of a sequence, in the order of their numbers. */
const openReports = ({ reports }: Database, key: SequenceKey): ReportRow[] =>
  reports
    .filter((one) => isSameSequence(one.sequence, key) && one.state !== "reported" && one.state !== "givenUp")
    .sort((a, b) => a.number - b.number);

/** A time that lies further ahead than any wait is not waited for: the clock was set back. */
const isDue = ({ dueAtMs }: ReportRow, clockMs: number) => dueAtMs <= clockMs || dueAtMs > clockMs + tooFarMs;

/** A person has a rejected report tried again: the statement of shared/db/contingency/retry-report.ts. */
export function retryReport(report: ReportRow, clockMs: number): boolean {
  if (report.state !== "rejected") return false;
  Object.assign(report, { state: "due", dueAtMs: clockMs - 1_000 });
  return true;
}

/** It is taken up, and what became of it is not recorded. */
const isListed = ({ listedAtMs }: ReportRow, clockMs: number) =>
  listedAtMs !== null && listedAtMs <= clockMs + clockSlackMs && listedAtMs > clockMs - failedAgainMs;

/**
 * Takes up the sequences whose first open report may be tried now.
 * @param nowMs by the clock of the host that asks
 */
export function claimDueReports(
  { world, database }: Pick<Parts, "world" | "database">,
  nowMs: number,
  limit: number,
): SequenceKey[] {
  const clockMs = database.clockMs();
  const heads = distinctKeys(database.reports.map(({ sequence }) => sequence)).flatMap((key) =>
    openReports(database, key).slice(0, 1),
  );
  const due = heads.filter((head) => {
    const isBlocked = head.state === "rejected" && world.guards.rejectedBlock;
    return !isBlocked && isDue(head, clockMs) && !isListed(head, clockMs) && isReportable(head.caea, nowMs);
  });
  const taken = due.sort((one, other) => one.dueAtMs - other.dueAtMs).slice(0, limit);
  for (const head of taken) head.listedAtMs = clockMs;
  return taken.map(({ sequence }) => sequence);
}

/** A sequence that was taken up found no place. */
export function giveReportsBack(database: Database, key: SequenceKey): void {
  for (const report of openReports(database, key)) report.listedAtMs = null;
}

/** The statements of shared/db/contingency/reports.ts. */
export function createReportStatements(
  { world, database, ledger, query }: StoreContext,
  { fence, clockMs }: Tables,
): Omit<ReportStore, "acquireSequence"> {
  const { guards } = world;
  const toOpen = (row: ReportRow): OpenReport => ({
    ...{ voucherId: row.voucherId, issuanceId: row.issuanceId, number: row.number, caea: row.caea, tries: row.tries },
    ...{ declared: row.declared, generatedAtMs: row.generatedAtMs },
    state: stateOf(row),
    waitMs: isDue(row, clockMs()) ? 0 : row.dueAtMs - clockMs(),
    hiddenMs: row.hiddenSinceMs === null ? null : clockMs() - row.hiddenSinceMs,
    followsReported: database.reports.some(
      (one) => isSameSequence(one.sequence, row.sequence) && one.number === row.number - 1 && one.state === "reported",
    ),
  });
  const stateOf = ({ state }: ReportRow) =>
    state === "reported" || state === "givenUp" || (state === "rejected" && !guards.rejectedBlock) ? "due" : state;
  const find = ({ key }: OwnedSequence, number: number) =>
    database.reports.find((one) => isSameSequence(one.sequence, key) && one.number === number);

  function change(row: ReportRow, to: ReportChange): void {
    const observed = to.to === "reported" || to.to === "rejected";
    const waitMs = observed ? 0 : to.waitMs;
    Object.assign(row, {
      state: to.to,
      listedAtMs: null,
      errors: to.to === "rejected" ? to.errors : to.to === "reported" ? [] : row.errors,
      hiddenSinceMs: hiddenSince(row, to),
      tries: observed ? 0 : to.tries,
      dueAtMs: clockMs() + (waitMs || -1_000),
    });
    world.tell("", `report of ${describeKey(row.sequence)}/${row.number} is ${to.to}`);
    if (to.to !== "reported") return;
    ledger.reported(row);
    // What is taken behind a number that was given up shows that the authority goes on without it.
    for (const one of database.reports)
      if (isSameSequence(one.sequence, row.sequence) && one.number < row.number) one.isGap = false;
  }

  function hiddenSince({ hiddenSinceMs }: ReportRow, to: ReportChange): number | null {
    if (to.to !== "sent") return null;
    return to.isHidden ? Math.min(hiddenSinceMs ?? clockMs(), clockMs()) : hiddenSinceMs;
  }

  return {
    readOpen: (key) =>
      query("readOpenReports", () => {
        const open = openReports(database, key).map(toOpen);
        return guards.looksUpReports ? open : open.map((one) => ({ ...one, state: "due" as const }));
      }),

    writeAhead: (taken, reports) =>
      query("writeReportsAhead", () => {
        if (!fence(taken, guards.epochOnReportAhead)) return false;
        const rows = reports.flatMap(({ number }) => find(taken, number) ?? []);
        const areOpen = rows.every(
          ({ state }) => state === "due" || state === "sent" || (state === "rejected" && !guards.rejectedBlock),
        );
        if (rows.length !== reports.length || !areOpen) return false;
        if (!guards.writesReportsAhead) return true;
        ledger.reportsWrittenAhead(taken, rows);
        for (const row of rows)
          Object.assign(row, {
            state: "sent",
            epoch: taken.epoch,
            dueAtMs: clockMs() + inFlightMs,
            hiddenSinceMs: null,
            listedAtMs: null,
          });
        flush(database);
        return true;
      }),

    record: (taken, changes) =>
      query("recordReports", () => {
        if (!fence(taken, guards.epochOnReport)) return false;
        ledger.reportsRecorded(taken);
        for (const one of changes) {
          const row = find(taken, one.number);
          const isExpected = row?.state === one.from || !guards.writesReportsAhead;
          if (row && isExpected && row.state !== "reported") change(row, one);
        }
        flush(database);
        return true;
      }),
  };
}
