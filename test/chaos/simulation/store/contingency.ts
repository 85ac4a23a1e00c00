import type { Watched } from "../../../../shared/db/contingency/silence.js";
import type { SequenceKey } from "../../../../shared/domain/sequence.js";
import { distinctKeys, isAsked, isSameSequence } from "../companies.js";
import { type Database, flush, ofCompany } from "../database.js";
import type { Ledger } from "../ledger.js";
import type { ContingencyRow } from "../rows.js";
import type { World } from "../world.js";

const nothingTried = { readyAtMs: null, trialId: null } as const;
const noSilence = { silentSinceMs: null, unanswered: 0, issuingFailed: false } as const;

/** Source: shared/db/contingency/silence.ts. */
const clockSlackMs = 1_000;

/** The statements of shared/db/contingency/silence.ts: each changes the row of a company at one instant. */
export function createContingencyRows(
  { guards, scheduler, tell, circumstances }: Pick<World, "guards" | "scheduler" | "tell" | "circumstances">,
  database: Database,
  ledger: Ledger,
) {
  const clockMs = () => scheduler.nowMs() + database.clockOffsetMs;
  const rowOf = (companyId: number) => ofCompany(database.contingencies, companyId);

  function change(who: string, what: string, companyId: number, to: Partial<ContingencyRow>): void {
    Object.assign(rowOf(companyId), to);
    flush(database);
    if (what !== "") tell(who, `${what} (${companyId})`);
  }

  /** Reports that wait because nobody answered them are due. */
  function hurryReports(companyId: number): void {
    for (const report of database.reports)
      if (report.sequence.companyId === companyId) report.dueAtMs = Math.min(report.dueAtMs, clockMs() - 1_000);
  }

  return {
    listWatched: (): Watched[] =>
      database.contingencies
        .filter(({ silentSinceMs, activeSinceMs }) => silentSinceMs !== null || activeSinceMs !== null)
        .map(({ companyId, silentSinceMs, unanswered, activeSinceMs, byHand, probedAtMs }) => ({
          ...{ companyId, production: false, code: `demo-${companyId}`, nowMs: clockMs() },
          ...{ silentSinceMs, unanswered, activeSinceMs, byHand, probedAtMs },
        })),

    noteUnanswered(who: string, companyId: number, isRequest: boolean, silentMs: number): void {
      const { silentSinceMs, unanswered, issuingFailed } = rowOf(companyId);
      const isSilent = silentSinceMs !== null;
      change(who, isSilent ? "" : "notes a silence", companyId, {
        silentSinceMs: Math.min(silentSinceMs ?? clockMs() - silentMs, clockMs()),
        unanswered: (isSilent ? unanswered : 0) + 1,
        issuingFailed: isRequest || (issuingFailed && isSilent),
        readyAtMs: null,
      });
    },

    noteAnswered(who: string, companyId: number): void {
      const { issuingFailed, activeSinceMs, silentSinceMs } = rowOf(companyId);
      if ((issuingFailed && guards.queriesProveLittle) || activeSinceMs !== null) return;
      if (silentSinceMs !== null) ledger.silenceEnds(issuingFailed);
      const what = silentSinceMs === null ? "" : "notes an answer";
      change(who, what, companyId, { silentSinceMs: null, unanswered: 0 });
    },

    noteIssued(who: string, companyId: number): void {
      if (!guards.evidenceEnds) return;
      const { activeSinceMs, byHand } = rowOf(companyId);
      const ends = activeSinceMs !== null && (!byHand || !guards.byHandEndsByHand);
      if (ends) {
        ledger.contingencyEnds(byHand);
        hurryReports(companyId);
      }
      change(who, ends ? "the contingency is over" : "", companyId, {
        ...noSilence,
        ...nothingTried,
        ...(ends && { activeSinceMs: null, byHand: false }),
      });
    },

    beginOfSilence(who: string, companyId: number, afterMs: number): boolean {
      const { activeSinceMs, unanswered, silentSinceMs } = rowOf(companyId);
      const isLong = silentSinceMs !== null && silentSinceMs <= clockMs() - afterMs;
      if (activeSinceMs !== null || unanswered < 2 || !isLong) return false;
      change(who, "a contingency begins", companyId, { activeSinceMs: clockMs(), byHand: false, ...nothingTried });
      return true;
    },

    claimProbe(companyId: number, everyMs: number): boolean {
      const row = rowOf(companyId);
      const sinceMs = row.probedAtMs === null ? Number.POSITIVE_INFINITY : clockMs() - row.probedAtMs;
      if (!guards.probes || (sinceMs >= -clockSlackMs && sinceMs < everyMs)) return false;
      row.probedAtMs = clockMs();
      return true;
    },

    noteReady(who: string, companyId: number): void {
      const { activeSinceMs, byHand } = rowOf(companyId);
      if (activeSinceMs !== null && !byHand)
        change(who, "queries are answered again", companyId, { readyAtMs: clockMs() });
    },

    claimTrial(who: string, companyId: number, issuanceId: number): boolean {
      const { activeSinceMs, byHand, readyAtMs, trialId } = rowOf(companyId);
      if (activeSinceMs === null || byHand || readyAtMs === null || !guards.tries) return false;
      const trial = database.rows.find(({ id }) => id === trialId);
      if (trial?.state === "queued" || trial?.state === "submitted") return false;
      const key = database.rows.find(({ id }) => id === issuanceId)?.sequence;
      if (key && database.rows.some((row) => row.state === "submitted" && isSameSequence(row.sequence, key)))
        return false;
      change(who, `lets #${issuanceId} try the authority`, companyId, { trialId: issuanceId });
      return true;
    },

    beginByHand(who: string, companyId: number): void {
      const activeSinceMs = rowOf(companyId).activeSinceMs ?? clockMs();
      change(who, "begins a contingency by hand", companyId, { activeSinceMs, byHand: true, ...nothingTried });
    },

    endByHand(who: string, companyId: number): void {
      if (rowOf(companyId).activeSinceMs === null) return;
      hurryReports(companyId);
      const over = { activeSinceMs: null, byHand: false };
      change(who, "ends the contingency", companyId, { ...noSilence, ...nothingTried, ...over });
    },

    /** One whose last number is known, if there is one. */
    findProbed(companyId: number): SequenceKey | undefined {
      const asked = database.sequences.filter(({ key }) => key.companyId === companyId && isAsked(circumstances, key));
      return (asked.find(({ lastNumber }) => lastNumber !== null) ?? asked[0])?.key;
    },

    listLines: (companyId: number): SequenceKey[] =>
      distinctKeys(
        database.rows
          .filter(({ state, sequence }) => state === "queued" && sequence.companyId === companyId)
          .map(({ sequence }) => sequence),
      ),
  };
}

export type ContingencyStatements = ReturnType<typeof createContingencyRows>;
