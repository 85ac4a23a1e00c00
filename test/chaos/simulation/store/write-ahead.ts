import type { IssuanceStore } from "../../../../issuer/issuing/deps.js";
import type { Approval, ApproveResult } from "../../../../shared/db/issuing/approve.js";
import type { OwnedSequence } from "../../../../shared/db/issuing/sequences.js";
import type { Submission } from "../../../../shared/db/issuing/submissions.js";
import type { BatchLimits, RequestTraits, SubmitResult } from "../../../../shared/db/issuing/write-ahead.js";
import type { SequenceKey } from "../../../../shared/domain/sequence.js";
import { isSameSequence } from "../companies.js";
import { countQuota, type Database, heldUntilMs, quotaLeft } from "../database.js";
import { backgroundPositions } from "../elements.js";
import { nextId } from "../histories.js";
import { DuplicateError, isOfSequence, nothingKnown, type Row, type SequenceRow } from "../rows.js";
import { type Sale, saleOf } from "../sale.js";
import type { StoreContext, Tables } from "./tables.js";

/** A simulated approval carries no progress: it is only shown to operators and decides nothing. */
export const untold = { epoch: null, recordedAtMs: 0, waitedMs: null, askedMs: null, settledMs: null };

/** Writing the next numbers ahead, and recording the vouchers of a call, in one commit when both go together. */
export function createWriteAheadStatements(
  { world, database, ledger, drain, query }: StoreContext,
  { fence, findExactly, commit, claimNumber, toSubmission, lineOf, clockMs }: Tables,
  leftovers: (key: SequenceKey) => Submission[],
): Pick<IssuanceStore, "submitNext" | "approve"> {
  const { guards } = world;

  function saleToSend(row: Row): Sale {
    const first = database.firstSales.get(row.id) ?? row.sale;
    database.firstSales.set(row.id, first);
    return guards.bodyOfRevision ? row.sale : first;
  }

  function submit(
    taken: OwnedSequence,
    { limit, backgroundLimit = limit, isListed = true }: BatchLimits & RequestTraits,
    seen?: Database,
  ): SubmitResult {
    drain.epoch = taken.epoch;
    drain.token = taken.token;
    const sequence = fence(taken, guards.epochOnSubmit);
    if (!sequence) return { outcome: "superseded" };
    if (leftovers(taken.key).length > 0) return { outcome: "leftover" };
    const line = lineOf(taken.key, seen).sort((a, b) => a.place - b.place);
    const [first] = line;
    if (!first) return { outcome: "drained" };
    const { companyId } = taken.key;
    const room = quotaLeft(database, companyId);
    if (room <= 0) return { outcome: "quotaExhausted", issuanceId: first.id };
    const { lastNumber } = sequence;
    if (lastNumber === null) throw new Error("a submission needs a number");

    const isWaitedFor = first.place < backgroundPositions && guards.callersGoInSmallCalls;
    const picked = line.slice(0, Math.min(isWaitedFor ? limit : backgroundLimit, room));
    ledger.picked(picked, lineOf(taken.key), limit);
    const submissions = picked.map((row, at) => {
      const number = lastNumber + 1 + at;
      claimNumber(row, number);
      if (guards.writeAhead) {
        const { authorityTimeMs } = sequence;
        const submittedAtMs = clockMs();
        const isDenied = sequence.unverified;
        row.isListed = isListed;
        Object.assign(row, {
          state: "submitted",
          number,
          epoch: taken.epoch,
          submittedAtMs,
          authorityTimeMs,
          isDenied,
        });
        countQuota(database, companyId, { reserved: 1 });
        ledger.writtenAhead(row, picked);
        drain.unsent.add(number);
        commit("writes ahead", taken, row);
      }
      return toSubmission(row, saleToSend(row), number);
    });
    return { outcome: "submitted", submissions };
  }

  /** Undefined when the database refuses the combined commit: the approval is then recorded alone. */
  function submitBehind(
    taken: OwnedSequence,
    limits: BatchLimits & RequestTraits,
    isWhole: boolean,
  ): SubmitResult | undefined {
    if (!isWhole) return { outcome: "leftover" };
    try {
      return submit(taken, limits);
    } catch (error) {
      if (error instanceof DuplicateError) return undefined;
      throw error;
    }
  }

  /** Records one voucher of an approval and gives its id. */
  function enter(taken: OwnedSequence, sequence: SequenceRow, row: Row, approval: Approval): number {
    const { submission, cae, authorityTimeMs, isAnswer } = approval;
    const isTaken = database.vouchers.some(
      (one) =>
        one.issuanceId === row.id || (isSameSequence(one.sequence, taken.key) && one.number === submission.number),
    );
    const isImported = database.imported.some(
      ({ sequence: of, number }) => isSameSequence(of, taken.key) && number === submission.number,
    );
    if (isTaken || isImported)
      throw new DuplicateError(`a voucher ${submission.number} or one of #${row.id} already exists`);

    const wasReserved = row.state === "submitted";
    Object.assign(row, { state: "approved", number: submission.number, ...nothingKnown });
    const sale = saleOf(submission.body, submission.amounts.total);
    const id = nextId(database, "vouchers");
    const { number } = submission;
    const voucher = { id, issuanceId: row.id, sequence: taken.key, number, cae, caea: false, sale };
    database.vouchers.push(voucher);
    ledger.named(voucher);
    Object.assign(sequence, { lastNumber: number, lastDate: sale.date });
    if (isAnswer && row.timeline === database.timeline) sequence.unverified = false;
    if (authorityTimeMs !== null) sequence.authorityTimeMs = authorityTimeMs;
    countQuota(database, taken.key.companyId, { reserved: wasReserved ? -1 : 0, used: 1 });
    commit("approves", taken, row);
    ledger.approved(row, cae);
    return id;
  }

  function record(taken: OwnedSequence, approvals: Approval[]): ApproveResult | undefined {
    const sequence = fence(taken, guards.epochOnApprove);
    if (!sequence) return undefined;
    const granted = approvals.map(({ submission }) => submission.id);
    const isOther = (row: Row) =>
      row.state === "submitted" && isOfSequence(row, taken.key) && !granted.includes(row.id);
    const othersWait = lineOf(taken.key).length > 0 || database.rows.some(isOther);
    const approved = approvals.flatMap((approval) => {
      const row = findExactly(approval.submission);
      return row ? [{ ...approval, voucherId: enter(taken, sequence, row, approval), progress: untold }] : [];
    });
    return { approved, othersWait };
  }

  return {
    submitNext(taken, limits) {
      // What a snapshot of before the wait has: only a mutation goes by it.
      let seen: Database | undefined;
      return query(
        "submitNext",
        () => submit(taken, limits, guards.looksAfterLock ? undefined : seen),
        () => {
          const untilMs = heldUntilMs(database, taken.key);
          if (untilMs > world.scheduler.nowMs())
            seen ??= Object.create(database, { imported: { value: [...database.imported] } }) as Database;
          return untilMs;
        },
      );
    },

    approve: (taken, approvals, limits) =>
      query(limits ? "approveAndSubmit" : "approve", () => {
        const result = record(taken, approvals);
        if (!result || !limits) return result;
        const next = submitBehind(taken, limits, result.approved.length === approvals.length);
        if (next) world.tell(drain.who, `and in the same commit: ${next.outcome}`);
        return next ? { ...result, othersWait: next.outcome !== "drained", next } : result;
      }),
  };
}
