import type { Watched } from "../../../../shared/db/contingency/silence.js";
import type { SequenceKey } from "../../../../shared/domain/sequence.js";
import { askedPos, type ContingencyRow, type Database, flush } from "../database.js";
import type { Ledger } from "../ledger.js";
import type { World } from "../world.js";

const nothingTried = { readyAtMs: null, trialId: null } as const;
const noSilence = { silentSinceMs: null, unanswered: 0, issuingFailed: false } as const;

/** Source: shared/db/contingency/silence.ts. */
const clockSlackMs = 1_000;

/** The statements of shared/db/contingency/silence.ts: each changes the row at one instant. */
export function createContingencyRow(
  world: Pick<World, "guards" | "scheduler" | "tell">,
  database: Database,
  ledger: Ledger,
) {
  const { guards, scheduler, tell } = world;
  const clockMs = () => scheduler.nowMs() + database.clockOffsetMs;

  function change(who: string, what: string, to: Partial<ContingencyRow>): void {
    Object.assign(database.contingency, to);
    flush(database);
    if (what !== "") tell(who, what);
  }

  /** Reports that wait because nobody answered them are due. */
  function hurryReports(): void {
    for (const report of database.reports) report.dueAtMs = Math.min(report.dueAtMs, clockMs() - 1_000);
  }

  return {
    listWatched(): Watched[] {
      const { silentSinceMs, unanswered, activeSinceMs, byHand, probedAtMs } = database.contingency;
      if (silentSinceMs === null && activeSinceMs === null) return [];
      const row = { silentSinceMs, unanswered, activeSinceMs, byHand, probedAtMs };
      return [{ companyId: 1, production: false, code: "demo", ...row, nowMs: clockMs() }];
    },

    noteUnanswered(who: string, isRequest: boolean, silentMs: number): void {
      const { silentSinceMs, unanswered, issuingFailed } = database.contingency;
      const isSilent = silentSinceMs !== null;
      change(who, isSilent ? "" : "notes a silence", {
        silentSinceMs: Math.min(silentSinceMs ?? clockMs() - silentMs, clockMs()),
        unanswered: (isSilent ? unanswered : 0) + 1,
        issuingFailed: isRequest || (issuingFailed && isSilent),
        readyAtMs: null,
      });
    },

    noteAnswered(who: string): void {
      const { issuingFailed, activeSinceMs, silentSinceMs } = database.contingency;
      if ((issuingFailed && guards.queriesProveLittle) || activeSinceMs !== null) return;
      if (silentSinceMs !== null) ledger.silenceEnds(issuingFailed);
      change(who, silentSinceMs === null ? "" : "notes an answer", { silentSinceMs: null, unanswered: 0 });
    },

    noteIssued(who: string): void {
      if (!guards.evidenceEnds) return;
      const { activeSinceMs, byHand } = database.contingency;
      const ends = activeSinceMs !== null && (!byHand || !guards.byHandEndsByHand);
      if (ends) {
        ledger.contingencyEnds(byHand);
        hurryReports();
      }
      change(who, ends ? "the contingency is over" : "", {
        ...noSilence,
        ...nothingTried,
        ...(ends && { activeSinceMs: null, byHand: false }),
      });
    },

    beginOfSilence(who: string, afterMs: number): boolean {
      const { activeSinceMs, unanswered, silentSinceMs } = database.contingency;
      const isLong = silentSinceMs !== null && silentSinceMs <= clockMs() - afterMs;
      if (activeSinceMs !== null || unanswered < 2 || !isLong) return false;
      change(who, "a contingency begins", { activeSinceMs: clockMs(), byHand: false, ...nothingTried });
      return true;
    },

    claimProbe(everyMs: number): boolean {
      const { probedAtMs } = database.contingency;
      const sinceMs = probedAtMs === null ? Number.POSITIVE_INFINITY : clockMs() - probedAtMs;
      if (!guards.probes || (sinceMs >= -clockSlackMs && sinceMs < everyMs)) return false;
      database.contingency.probedAtMs = clockMs();
      return true;
    },

    noteReady(who: string): void {
      const { activeSinceMs, byHand } = database.contingency;
      if (activeSinceMs !== null && !byHand) change(who, "queries are answered again", { readyAtMs: clockMs() });
    },

    claimTrial(who: string, issuanceId: number): boolean {
      const { activeSinceMs, byHand, readyAtMs, trialId } = database.contingency;
      if (activeSinceMs === null || byHand || readyAtMs === null || !guards.tries) return false;
      const trial = database.rows.find(({ id }) => id === trialId);
      if (trial?.state === "queued" || trial?.state === "submitted") return false;
      const type = database.rows.find(({ id }) => id === issuanceId)?.sequence.voucherType;
      if (database.rows.some((row) => row.state === "submitted" && row.sequence.voucherType === type)) return false;
      change(who, `lets #${issuanceId} try the authority`, { trialId: issuanceId });
      return true;
    },

    beginByHand(who: string): void {
      const activeSinceMs = database.contingency.activeSinceMs ?? clockMs();
      change(who, "begins a contingency by hand", { activeSinceMs, byHand: true, ...nothingTried });
    },

    endByHand(who: string): void {
      if (database.contingency.activeSinceMs === null) return;
      hurryReports();
      change(who, "ends the contingency", { ...noSilence, ...nothingTried, activeSinceMs: null, byHand: false });
    },

    findProbed: (): SequenceKey | undefined => database.sequences.find(({ key }) => key.posNumber === askedPos)?.key,

    listLines: (): SequenceKey[] => [
      ...new Map(
        database.rows
          .filter(({ state }) => state === "queued")
          .map(({ sequence }) => [sequence.voucherType, sequence] as const),
      ).values(),
    ],
  };
}

export type ContingencyStatements = ReturnType<typeof createContingencyRow>;
