import {
  type RefusedReport,
  type Resolution,
  triesWithoutOutcome,
} from "../../../../shared/db/contingency/resolve-report.js";
import type { OwnedSequence } from "../../../../shared/db/issuing/sequences.js";
import type { AuthorityMessage } from "../../../../shared/domain/cae-outcome.js";
import type { SequenceKey } from "../../../../shared/domain/sequence.js";
import { describeKey, isSameSequence } from "../companies.js";
import { flush } from "../database.js";
import type { ReportRow } from "../rows.js";
import type { StoreContext } from "./tables.js";
import { openTables } from "./tables.js";

/** The statements of shared/db/contingency/resolve-report.ts. */
export function createResolving(context: StoreContext) {
  const { world, database, ledger, query } = context;
  const { fence } = openTables(context);
  const ofSequence = (key: SequenceKey) => database.reports.filter(({ sequence }) => isSameSequence(sequence, key));
  const isOpen = ({ state }: ReportRow) => state !== "reported" && state !== "givenUp";

  function giveUp(row: ReportRow, isGap: boolean, why: AuthorityMessage[], lookedAtMs: number): void {
    ledger.gaveUpReport(row, lookedAtMs);
    const errors = row.errors.length > 0 ? row.errors : why;
    Object.assign(row, { state: "givenUp", isGap, errors, tries: 0, hiddenSinceMs: null });
    world.tell(
      "operator",
      `gives the report of ${describeKey(row.sequence)}/${row.number} up${isGap ? ", a gap" : ""}`,
    );
  }

  return {
    readRefused: (key: SequenceKey, voucherId: number) =>
      query("readRefusedReport", (): RefusedReport | undefined => {
        const all = ofSequence(key);
        const row = all.find((one) => one.voucherId === voucherId);
        const state = row?.state;
        if (row === undefined || state === undefined || state === "reported") return undefined;
        const isPersons = state === "rejected" || state === "givenUp";
        if (!isPersons && row.tries < triesWithoutOutcome) return undefined;
        const before = all.filter((one) => isOpen(one) && one.number < row.number).map(({ number }) => number);
        const { issuanceId, number, caea, declared, generatedAtMs, tries } = row;
        return {
          ...{ voucherId, issuanceId, number, state, caea, declared, generatedAtMs, tries },
          ...{ waitMs: 0, followsReported: false, hiddenMs: null },
          openBefore: before.length > 0 ? Math.min(...before) : null,
        };
      }),

    /** @param lookedAtMs when the operator began to look */
    resolve: (taken: OwnedSequence, report: RefusedReport, resolution: Resolution, lookedAtMs: number) =>
      query("resolveReport", (): number[] => {
        if (!fence(taken, true)) return [];
        const all = ofSequence(taken.key);
        const row = all.find((one) => one.voucherId === report.voucherId);
        if (row?.state !== report.state) return [];
        flush(database);
        if (resolution.decision === "adopt") {
          Object.assign(row, { state: "reported", errors: [], tries: 0, hiddenSinceMs: null });
          for (const one of all) if (one.number <= row.number) one.isGap = false;
          world.tell("operator", `adopts the report of ${describeKey(row.sequence)}/${row.number}`);
          ledger.reported(row);
          return [row.number];
        }
        const { why, isGap, andBehind } = resolution;
        const rows = andBehind ? all.filter((one) => one === row || (isOpen(one) && one.number > row.number)) : [row];
        for (const one of rows) giveUp(one, isGap, one === row ? why : (andBehind ?? []), lookedAtMs);
        return rows.map(({ number }) => number);
      }),
  };
}
