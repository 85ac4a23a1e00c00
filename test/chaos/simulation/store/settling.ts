import type { IssuanceStore } from "../../../../issuer/issuing/deps.js";
import type { AuthorityMessage } from "../../../../shared/domain/cae-outcome.js";
import { earliestAuthorityTime } from "../../../../shared/domain/evidence.js";
import { mayHeal } from "../../../../shared/domain/issuance-outcome.js";
import { maxStoredLookups } from "../../../../shared/domain/look-pace.js";
import { countQuota, isHeldForContingency, isOfContingency, ofCompany } from "../database.js";
import { isOfSequence, nothingKnown, type Row } from "../rows.js";
import { isHeldBack } from "../suspicion.js";
import type { StoreContext, Tables } from "./tables.js";

type SettlingStatements = Pick<
  IssuanceStore,
  | "settleWithoutVoucher"
  | "returnToQueue"
  | "renumber"
  | "rewriteAmounts"
  | "submitAgain"
  | "markResolving"
  | "markUnconfirmed"
  | "settleQueued"
>;

/** Source: shared/db/issuing/settle-issuances.ts. */
const retryMs = 10_000;
/** Source: shared/db/issuing/requeue-later-numbers.ts. */
const turnMs = 5_000;

/** Everything that happens to an issuance instead of a voucher, and what is noted while its outcome is unknown. */
export function createSettlingStatements(
  { world, database, ledger, drain, query }: StoreContext,
  { fence, findExactly, commit, claimNumber, toSubmission, returnOthers, putBack, remember, clockMs }: Tables,
): SettlingStatements {
  const { guards } = world;

  /** The time from one look to the next counts as quiet, at most one minute of it. */
  function refusedAgain({ refusal }: Row, reasons: AuthorityMessage[], atMs: number): Row["refusal"] {
    if (!refusal) return { atMs, quietMs: 0, sends: 0, reasons };
    return { ...refusal, atMs, quietMs: refusal.quietMs + Math.max(0, Math.min(60_000, atMs - refusal.atMs)) };
  }

  /** A person named the vouchers there as other sales'. */
  function endDoubtOf(row: Row, sequenceId: number, named: readonly number[]): void {
    for (const freed of database.freed)
      if (freed.sequenceId === sequenceId && named.includes(freed.number) && freed.issuanceId === row.id)
        freed.isCompared = true;
  }

  return {
    settleWithoutVoucher: (taken, submission, state, outcome, release = {}) =>
      query("settle", () => {
        const sequence = fence(taken, guards.epochOnSettle);
        const row = sequence && findExactly(submission);
        if (!sequence || !row) return false;
        const { isRemembered = false, areLaterRemembered = isRemembered, lastNumber, named = [] } = release;
        const { number, declared } = submission;
        remember(sequence, row, number, declared, { isRemembered, areLaterRemembered });
        endDoubtOf(row, taken.id, named);
        if (lastNumber !== undefined) sequence.lastNumber = Math.max(sequence.lastNumber ?? 0, lastNumber);
        returnOthers(taken, row);
        if (row.state === "submitted") countQuota(database, taken.key.companyId, { reserved: -1 });
        ledger.givenUp(row);
        Object.assign(row, {
          state,
          outcome,
          number: null,
          isListed: true,
          isBarred: release.isBarred ?? false,
          ...nothingKnown,
        });
        commit("settles", taken, row);
        return true;
      }),

    returnToQueue: (taken, submission, { isRemembered = false } = {}) =>
      query("returnToQueue", () => {
        const sequence = fence(taken, guards.epochOnReturn);
        const row = sequence && findExactly(submission);
        if (!sequence || !row) return false;
        if (isRemembered) remember(sequence, row, submission.number, submission.declared);
        returnOthers(taken, row);
        if (guards.returnFreesQuota && row.state === "submitted")
          countQuota(database, taken.key.companyId, { reserved: -1 });
        putBack(row);
        if (guards.returnGivesTurn) row.deadlineAtMs = Math.max(row.deadlineAtMs, clockMs() + turnMs);
        const contingency = ofCompany(database.contingencies, taken.key.companyId);
        if (contingency.trialId === row.id) Object.assign(contingency, { trialId: null, readyAtMs: null });
        row.returnedAtMs = clockMs();
        commit("returns to the line", taken, row);
        return true;
      }),

    renumber: (
      taken,
      submission,
      {
        lastNumber,
        authorityTimeMs,
        isForeign,
        isRemembered = false,
        areLaterRemembered = isRemembered,
        isCompared = false,
        named = [],
      },
      { isListed = true } = {},
    ) =>
      query("renumber", () => {
        const sequence = fence(taken, guards.epochOnRenumber);
        const row = sequence && findExactly(submission);
        if (!sequence || !row) return undefined;
        if (!guards.writeAhead) return toSubmission(row, row.sale, lastNumber + 1);
        remember(sequence, row, submission.number, submission.declared, { isRemembered, areLaterRemembered });
        endDoubtOf(row, taken.id, named);
        for (const freed of isCompared ? database.freed : [])
          if (freed.sequenceId === taken.id && freed.number === submission.number) freed.isCompared = true;
        returnOthers(taken, row);
        claimNumber(row, lastNumber + 1);
        ledger.givenUp(row);
        Object.assign(row, {
          number: lastNumber + 1,
          isListed: isListed || (row.number === lastNumber + 1 && row.isListed),
          epoch: taken.epoch,
          submittedAtMs: clockMs(),
          authorityTimeMs: authorityTimeMs ?? row.authorityTimeMs,
          ...nothingKnown,
        });
        sequence.lastNumber = lastNumber;
        sequence.shared ||= isForeign;
        if (authorityTimeMs !== null) sequence.authorityTimeMs = authorityTimeMs;
        ledger.writtenAhead(row, [row]);
        drain.unsent.add(lastNumber + 1);
        commit("renumbers", taken, row);
        return toSubmission(row, row.sale, lastNumber + 1);
      }),

    rewriteAmounts: (taken, submission, { rounding }, { isListed = true } = {}) =>
      query("rewriteAmounts", () => {
        const row = fence(taken, guards.epochOnRewrite) && findExactly(submission);
        if (!row) return undefined;
        returnOthers(taken, row);
        Object.assign(row, {
          rounding,
          isListed: row.isListed || isListed,
          epoch: taken.epoch,
          submittedAtMs: clockMs(),
          ...nothingKnown,
        });
        ledger.rewritten(row);
        drain.unsent.add(submission.number);
        commit("splits the VAT again", taken, row);
        return toSubmission(row, row.sale, submission.number);
      }),

    submitAgain: (taken, submission, { isListed = true } = {}) =>
      query("submitAgain", () => {
        const row = fence(taken, guards.looksAgain) && findExactly(submission);
        if (!row) return false;
        row.isListed ||= isListed;
        row.authorityTimeMs = earliestAuthorityTime(row.authorityTimeMs, submission.authorityTimeMs);
        row.measuredAtMs = earliestAuthorityTime(row.measuredAtMs ?? submission.measuredAtMs, submission.measuredAtMs);
        if (row.refusal && guards.quietRestarts)
          row.refusal = { ...row.refusal, atMs: clockMs(), quietMs: 0, sends: row.refusal.sends + 1 };
        commit("writes ahead again", taken, row);
        return true;
      }),

    markResolving: (taken, submission) =>
      query("markResolving", () => {
        const row = fence(taken, guards.epochOnDoubt) && findExactly(submission);
        if (!row) return false;
        if (guards.writeAhead) {
          row.doubt = "resolving";
          row.looks = [...(row.looks ?? []), { at: clockMs(), questions: 0 }].slice(-maxStoredLookups);
        }
        commit(`notes "resolving"`, taken, row);
        return true;
      }),

    markUnconfirmed: (taken, submission, doubt) =>
      query("markUnconfirmed", () => {
        const row = fence(taken, guards.epochOnDoubt) && findExactly(submission);
        if (!row) return false;
        row.authorityTimeMs = earliestAuthorityTime(row.authorityTimeMs, submission.authorityTimeMs);
        row.measuredAtMs = earliestAuthorityTime(row.measuredAtMs ?? submission.measuredAtMs, submission.measuredAtMs);
        if (guards.writeAhead) row.doubt = "unconfirmed";
        if (doubt && guards.writeAhead) {
          row.isDenied = doubt.isDenied;
          const looks = row.looks ?? [];
          const before = looks.at(-1)?.questions === 0 ? looks.slice(0, -1) : looks;
          row.looks = [...before, { at: clockMs(), questions: doubt.questions }].slice(-maxStoredLookups);
          if (doubt.why !== undefined) row.why = doubt.why;
          if (doubt.refusal) row.refusal = refusedAgain(row, doubt.refusal, clockMs());
          else if (doubt.refusal === null) row.refusal = null;
          if (row.why) ledger.calledOperator(row);
        }
        commit(
          `notes "unconfirmed"${row.why ? " for an operator" : row.refusal ? ", keeps a refusal" : ""}`,
          taken,
          row,
        );
        return true;
      }),

    settleQueued: (taken, state, outcome, first) =>
      query("settleQueued", () => {
        const sequence = fence(taken, guards.epochOnClose);
        if (!sequence) return [];
        const line = database.rows.filter((row) => row.state === "queued" && isOfSequence(row, taken.key));
        const patientWait = first === undefined && mayHeal(outcome) && guards.closedLineKeepsElements;
        if (patientWait && line.some(({ patient }) => patient)) sequence.retryAtMs = clockMs() + retryMs;
        const keepsTrial = guards.closedLineKeepsMovable && guards.closedLineKeepsTrial;
        const isFirstPatient = line.some(({ id, patient }) => id === first && patient);
        const settled = line.filter((row) => {
          if (guards.closedLineKeepsMovable && isHeldForContingency(world, database, row)) return false;
          if (first === undefined && keepsTrial && isOfContingency(world, database, row)) return false;
          return first === undefined
            ? !(patientWait && row.patient)
            : row.id === first || (isFirstPatient && row.patient);
        });
        const contingency = ofCompany(database.contingencies, taken.key.companyId);
        const trial = line.find(
          ({ id, movable }) => id === contingency.trialId && movable && !settled.some((one) => one.id === id),
        );
        if (first === undefined && trial && contingency.activeSinceMs !== null) {
          trial.deadlineAtMs = Math.max(trial.deadlineAtMs, clockMs() + turnMs);
          Object.assign(contingency, { trialId: null, readyAtMs: null });
        }
        if (first === undefined) for (const row of settled) ledger.turnedAway(row);
        for (const row of settled) {
          const isLost =
            (guards.lostQueueIsNotSent && row.timeline !== database.timeline) || isHeldBack(world, database, row);
          const unknown = { state: "failed", outcome: { code: "TAXAUTH_UNCONFIRMED" } };
          Object.assign(row, isLost ? unknown : { state, outcome });
          commit("closes the line", taken, row);
        }
        if (first === undefined) ledger.closed(taken.key);
        return settled.map((row) => row.id);
      }),
  };
}
