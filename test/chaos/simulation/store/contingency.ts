import type { AuthorityProbe } from "../../../../shared/db/contingency/probes.js";
import type { CallReport, Outage } from "../../../../shared/db/contingency/silence.js";
import type { SequenceKey } from "../../../../shared/domain/sequence.js";
import type { Tenant } from "../../../../shared/domain/tenant.js";
import { distinctKeys, isAsked, isSameSequence } from "../companies.js";
import { type Database, flush, isTrial, ofCompany } from "../database.js";
import type { Ledger } from "../ledger.js";
import type { ContingencyRow, ReportRow } from "../rows.js";
import type { World } from "../world.js";
import { recordCalls, requestsForgottenMs } from "./heard.js";

const nothingTried = { readyAtMs: null, trialId: null, refused: 0 } as const;
const noSilence = { silentSinceMs: null, unanswered: 0, issuingSinceMs: null, issuingUnanswered: 0 } as const;

/** Source: shared/db/contingency. */
const clockSlackMs = 1_000;
const contradictedWithinMs = 1_500;
const probeEveryMs = 10_000;
const trialTurnMs = 10_000;
const readyForMs = 20_000;

const isInOutage = ({ silentSinceMs, issuingSinceMs }: ContingencyRow) =>
  silentSinceMs !== null || issuingSinceMs !== null;

/** The statements about the rows of shared/db/contingency: each changes all of them at one instant. */
export function createContingencyRows(
  { guards, tell, circumstances }: Pick<World, "guards" | "tell" | "circumstances">,
  database: Database,
  ledger: Ledger,
) {
  const clockMs = () => database.clockMs();
  const rowOf = (companyId: number) => ofCompany(database.contingencies, companyId);

  function change(who: string, what: string, companyId: number, to: Partial<ContingencyRow>): void {
    Object.assign(rowOf(companyId), to);
    flush(database);
    if (what !== "") tell(who, `${what} (${companyId})`);
  }

  /** Reports that wait because nobody answered them are due. */
  function hurryReports(companyId: number): void {
    const isWaiting = ({ state, dueAtMs }: ReportRow) => (state === "due" || state === "sent") && dueAtMs > clockMs();
    for (const report of database.reports)
      if (report.sequence.companyId === companyId && isWaiting(report)) report.dueAtMs = clockMs() - 1_000;
  }

  function end(who: string, companyId: number, heard: Partial<ContingencyRow>): void {
    const { activeSinceMs, byHand } = rowOf(companyId);
    const ends = activeSinceMs !== null && (!byHand || !guards.byHandEndsByHand);
    if (ends) {
      ledger.contingencyEnds(byHand);
      hurryReports(companyId);
    }
    change(who, ends ? "the contingency is over" : "", companyId, {
      ...{ ...noSilence, ...nothingTried, ...heard },
      ...(ends && { activeSinceMs: null, byHand: false }),
    });
  }

  /** A silence has lasted, of two calls at least, and others could contradict it. */
  const hasLasted = (sinceMs: number | null, unanswered: number, notedAtMs: number | null, afterMs: number) =>
    unanswered > 1 &&
    sinceMs !== null &&
    sinceMs <= clockMs() - afterMs &&
    (!guards.letsContradict || notedAtMs === null || notedAtMs <= clockMs() - contradictedWithinMs);

  return {
    listOutages: (): Outage[] =>
      database.contingencies
        .filter((row) => isInOutage(row) || row.activeSinceMs !== null)
        .map(
          ({ companyId, silentSinceMs, issuingSinceMs, activeSinceMs, byHand, readyAtMs, readySinceMs, refused }) => ({
            ...{ companyId, production: false, silentSinceMs, issuingSinceMs, activeSinceMs, byHand, nowMs: clockMs() },
            ...{ readySinceMs: readyAtMs === null ? null : readySinceMs, refused },
          }),
        ),

    recordCalls(who: string, notes: CallReport[]): void {
      for (const note of notes) {
        const before = rowOf(note.companyId);
        const after = recordCalls(before, note, clockMs(), guards);
        const [was, is] = [before, after].map(isInOutage);
        if (before.issuingSinceMs !== null && after.issuingSinceMs === null) {
          const isIssued = (after.issuedAtMs ?? 0) >= before.issuingSinceMs;
          const isOld = clockMs() - (before.issuingAskedAtMs ?? 0) > requestsForgottenMs;
          const isAhead = before.issuingSinceMs > clockMs();
          ledger.silenceOfRequestsEnds(isIssued || isOld || isAhead);
        }
        const turn = is && !was ? "notes a silence" : was && !is ? "notes an answer" : "";
        change(who, turn, note.companyId, { ...after, exists: true });
      }
    },

    noteIssued(who: string, companyId: number): void {
      if (guards.evidenceEnds && rowOf(companyId).exists)
        end(who, companyId, { answeredAtMs: clockMs(), issuedAtMs: clockMs() });
    },

    endDespiteDoubt(who: string, doubtKeepsMs: number): void {
      if (!guards.doubtEnds) return;
      for (const { companyId, activeSinceMs, byHand, readyAtMs, readySinceMs } of [...database.contingencies]) {
        const isReady = readyAtMs !== null && readyAtMs > clockMs() - readyForMs;
        const isLong = isReady && readySinceMs !== null && readySinceMs <= clockMs() - doubtKeepsMs;
        const isInDoubt = database.rows.some(
          (row) => row.state === "submitted" && row.doubt !== null && row.sequence.companyId === companyId,
        );
        if (activeSinceMs !== null && !byHand && isLong && isInDoubt) end(who, companyId, { answeredAtMs: clockMs() });
      }
    },

    endRefused(who: string, refusalsEnd: number): void {
      if (!guards.refusalsEnd) return;
      for (const { companyId, activeSinceMs, byHand, refused } of [...database.contingencies])
        if (activeSinceMs !== null && !byHand && refused >= refusalsEnd)
          end(who, companyId, { answeredAtMs: clockMs() });
    },

    outageStart(who: string, afterMs: number): Tenant[] {
      const silencesOf = (row: ContingencyRow) => ({
        calls: hasLasted(row.silentSinceMs, row.unanswered, row.silentNotedAtMs, afterMs) ? row.silentSinceMs : null,
        requests: hasLasted(row.issuingSinceMs, row.issuingUnanswered, row.issuingNotedAtMs, afterMs)
          ? row.issuingSinceMs
          : null,
      });
      const due = database.contingencies.filter((row) => {
        const { calls, requests } = silencesOf(row);
        return row.activeSinceMs === null && (calls !== null || requests !== null);
      });
      for (const row of due) {
        const { companyId } = row;
        ledger.contingencyBegins(companyId, silencesOf(row));
        const begun = { activeSinceMs: clockMs(), byHand: false, ...nothingTried };
        change(who, "a contingency begins", companyId, begun);
      }
      return due.map(({ companyId }) => ({ companyId, production: false }));
    },

    claimProbes(
      limit: number,
      { afterMs, deferMs, except = [] }: { afterMs: number; deferMs: number; except?: number[] },
    ): AuthorityProbe[] {
      if (!guards.probes) return [];
      const due = database.contingencies.filter(({ probedAtMs, activeSinceMs, byHand, ...row }) => {
        const isAskedFor = activeSinceMs === null ? isInOutage({ ...row, probedAtMs, activeSinceMs, byHand }) : !byHand;
        const everyMs = deferMs + (activeSinceMs === null ? Math.min(probeEveryMs, afterMs / 4) : probeEveryMs);
        const sinceMs = probedAtMs === null ? Number.POSITIVE_INFINITY : clockMs() - probedAtMs;
        return isAskedFor && !except.includes(row.companyId) && (sinceMs < -clockSlackMs || sinceMs >= everyMs);
      });
      const inTurns = due.sort(byProbedAt).slice(0, limit);
      return inTurns.map((row) => {
        const next = nextProbed(row);
        Object.assign(row, { probedAtMs: clockMs(), probedSequenceId: next?.id ?? row.probedSequenceId });
        const { companyId, activeSinceMs } = row;
        return { companyId, production: false, isActive: activeSinceMs !== null, sequence: next?.key ?? null };
      });
    },

    claimTrial(who: string, companyId: number, issuanceId: number): boolean {
      const { activeSinceMs, byHand, readyAtMs, trialId } = rowOf(companyId);
      if (activeSinceMs === null || byHand || readyAtMs === null || !guards.tries) return false;
      const trial = database.rows.find(({ id }) => id === trialId);
      const isSent = trial?.state === "submitted" && (trial.doubt === null || !guards.doubtEndsTrial);
      if (trial && (isSent || (trial.state === "queued" && isTrial(database, trial)))) return false;
      const row = database.rows.find(({ id, state }) => id === issuanceId && state === "queued");
      if (!row || database.rows.some((one) => one.state === "submitted" && isSameSequence(one.sequence, row.sequence)))
        return false;
      row.deadlineAtMs = Math.max(row.deadlineAtMs, clockMs() + trialTurnMs);
      change(who, `lets #${issuanceId} try the authority`, companyId, { trialId: issuanceId, trialAtMs: clockMs() });
      return true;
    },

    beginByHand(who: string, companyId: number): void {
      const activeSinceMs = rowOf(companyId).activeSinceMs ?? clockMs();
      change(who, "begins a contingency by hand", companyId, {
        ...{ exists: true, activeSinceMs, byHand: true },
        ...nothingTried,
      });
    },

    endByHand(who: string, companyId: number): void {
      if (rowOf(companyId).activeSinceMs === null) return;
      hurryReports(companyId);
      const over = { activeSinceMs: null, byHand: false };
      change(who, "ends the contingency", companyId, { ...noSilence, ...nothingTried, ...over });
    },

    listQueues: (tenants: Tenant[]): SequenceKey[] =>
      distinctKeys(
        database.rows
          .filter(
            ({ state, sequence }) => state === "queued" && tenants.some((one) => one.companyId === sequence.companyId),
          )
          .map(({ sequence }) => sequence),
      ),
  };

  /** Those that were never asked for come first. */
  function byProbedAt({ probedAtMs: one }: ContingencyRow, { probedAtMs: other }: ContingencyRow): number {
    if (one === null || other === null) return Number(other === null) - Number(one === null);
    return one - other;
  }

  /** Each of a company's sequences in turn. */
  function nextProbed({ companyId, probedSequenceId }: ContingencyRow) {
    const all = database.sequences.filter(({ key }) => key.companyId === companyId);
    const asked = all.filter(({ key }) => isAsked(circumstances, key));
    const known = asked.length > 0 ? asked : all;
    return known.find(({ id }) => id > probedSequenceId) ?? known[0];
  }
}

export type ContingencyStatements = ReturnType<typeof createContingencyRows>;
