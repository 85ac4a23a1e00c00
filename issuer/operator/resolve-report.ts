import type { AuditRecord } from "../../shared/db/company/audit-entries.js";
import {
  type RefusedReport,
  type Resolution,
  triesWithoutOutcome,
} from "../../shared/db/contingency/resolve-report.js";
import type { ReportDecision } from "../../shared/db/issuer-requests/authority-question.js";
import type { OwnedSequence } from "../../shared/db/issuing/sequences.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { explainGap, explainNoOutcome } from "../contingency/judge-report.js";
import type { ReportDeps } from "../contingency/report-deps.js";
import { type DecisionResult, notDecided, servedByOther } from "./decision-result.js";
import { choicesOfReport, type SeenReport } from "./report-choices.js";
import { takeLock } from "./take-lock.js";

export interface ReportOperatorDeps {
  reports: Omit<ReportDeps, "clock">;
  clock: { sleep(ms: number): Promise<void> };
  readRefused(key: SequenceKey, voucherId: number): Promise<RefusedReport | undefined>;
  /**
   * Commits the decision together with this entry of the audit log, and adds the numbers that it concerns to the entry's `after`.
   * Gives the numbers: none when another issuer took the sequence, or when the report has changed.
   */
  resolve(
    taken: OwnedSequence,
    report: RefusedReport,
    resolution: Resolution,
    record: AuditRecord,
    by: string | undefined,
  ): Promise<number[]>;
}

export interface ReportWord {
  voucherId: number;
  decision: ReportDecision;
  /** The open reports with higher numbers are given up too. */
  andBehind: boolean;
  because: string;
  by?: string | undefined;
}

/**
 * Carries out an operator's last word about the report of a voucher under CAEA. Takes the sequence, asks the authority, and refuses a
 * decision that the authority's answer contradicts. Source: api/admin/README.md, "Contingencies".
 */
export async function resolveReport(
  deps: ReportOperatorDeps,
  key: SequenceKey,
  word: ReportWord,
): Promise<DecisionResult> {
  const { reports, clock, readRefused } = deps;
  const lock = await takeLock({ lock: reports.lock, clock }, key);
  if (!lock) return notDecided(servedByOther);
  try {
    const access = await reports.authority.open(key);
    if (access.outcome !== "open") return notDecided(`The tax authority must be asked first: ${access.cause}.`);
    const taken = await reports.store.acquireSequence(key);
    const report = await readRefused(key, word.voucherId);
    if (!report)
      return notDecided(
        `There is nothing to decide: its report is not refused, and was not tried ${triesWithoutOutcome} times without an outcome.`,
      );
    if (report.openBefore !== null)
      return notDecided(`Number ${report.openBefore} of the same sequence is open: that one comes first.`);
    // A report that was given up is looked up like one that was refused.
    const asRejected = { ...report, state: "rejected" as const };
    const { session } = access;
    const seen = { found: await session.lookUp(asRejected), last: await session.lastNumber(asRejected) };
    return await carryOut(deps, taken, report, seen, word);
  } finally {
    await lock.release();
  }
}

async function carryOut(
  deps: ReportOperatorDeps,
  taken: OwnedSequence,
  report: RefusedReport,
  seen: SeenReport,
  { voucherId, decision, andBehind, because, by }: ReportWord,
): Promise<DecisionResult> {
  const { number, state } = report;
  const { isGap, ...choices } = choicesOfReport(number, seen);
  const choice = choices[decision];
  if (!choice.allowed) return notDecided(choice.effect);
  if (decision === "giveUp" && state === "givenUp") return notDecided("It was given up already.");
  if (andBehind && !(decision === "giveUp" && isGap))
    return notDecided("Those behind it are not given up: the tax authority can take them.");

  const { companyId, production } = taken.key;
  const record = {
    ...{ companyId, production, action: "contingency.resolve", resourceId: `${voucherId}` },
    before: { state, number },
    after: { decision, because, effect: choice.effect },
  };
  const resolution = toResolution(decision, isGap, andBehind, report, seen);
  const numbers = await deps.resolve(taken, report, resolution, record, by);
  if (numbers.length === 0) return notDecided("It has changed meanwhile. Look again.");
  deps.reports.log.warn({ voucherId, numbers, decision, because, by }, "an operator has decided about a report");
  return { outcome: "decided" };
}

function toResolution(
  decision: ReportDecision,
  isGap: boolean,
  andBehind: boolean,
  { number, tries }: RefusedReport,
  { found, last }: SeenReport,
): Resolution {
  if (decision === "adopt") return { decision, observations: found.outcome === "found" ? found.observations : [] };
  const lastNumber = last.outcome === "known" ? last.number : number - 1;
  const why = explainNoOutcome(number, tries);
  return { decision, why, isGap, andBehind: andBehind ? explainGap(number, lastNumber) : undefined };
}
