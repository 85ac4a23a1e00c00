import type { IssuanceStore } from "../../../issuer/issuing/deps.js";
import type { Approval, ApproveResult } from "../../../shared/db/issuing/approve.js";
import type { TakenSequence } from "../../../shared/db/issuing/sequences.js";
import type { Submission } from "../../../shared/db/issuing/submissions.js";
import type { SubmitResult } from "../../../shared/db/issuing/write-ahead.js";
import type { AuthorityMessage } from "../../../shared/domain/cae-outcome.js";
import { keptLooks } from "../../../shared/domain/look-pace.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import type { Query } from "./connection.js";
import {
  type Database,
  DuplicateError,
  describeRow,
  flush,
  isOfSequence,
  isOpen,
  nothingKnown,
  type Row,
  type SequenceRow,
} from "./database.js";
import type { Drain, Ledger } from "./ledger.js";
import { type Sale, toAmounts, toBody, toDeclared } from "./sale.js";
import type { World } from "./world.js";

/** Times are the operators' affair: nothing is decided by them. */
export const untold = { epoch: null, recordedAtMs: 0, waitedMs: null, askedMs: null, settledMs: null };

/** The issuance store of the issuer: the conditions are those of shared/db/issuing/sequences.ts and submissions.ts. */
export function createStore(
  world: World,
  database: Database,
  ledger: Ledger,
  drain: Drain,
  query: Query,
): IssuanceStore {
  const { guards, scheduler } = world;
  const { who } = drain;

  const findSequence = (key: SequenceKey) => database.sequences.find((one) => one.key.voucherType === key.voucherType);

  /** The sequence, when the taker still is the current one; `guarded` is false in mutations alone. */
  function fence(taken: TakenSequence, guarded: boolean): SequenceRow | undefined {
    const sequence = findSequence(taken.key);
    return sequence && (isHeld(sequence, taken) || !guarded) ? sequence : undefined;
  }

  const isHeld = (sequence: SequenceRow, { epoch, token }: TakenSequence): boolean =>
    sequence.epoch === epoch &&
    (sequence.token === token || !guards.drawsTokens) &&
    (sequence.timeline === database.timeline || !guards.knowsItsHistory);

  const clockMs = () => scheduler.nowMs() + database.clockOffsetMs;

  function findExactly({ id, revision, number }: Submission): Row | undefined {
    const row = database.rows.find((one) => one.id === id);
    if (!row || !guards.exactSubmission) return row;
    if (!guards.writeAhead) return row.revision === revision && isOpen(row) ? row : undefined;
    return row.revision === revision && row.number === number && row.state === "submitted" ? row : undefined;
  }

  function commit(name: string, taken: TakenSequence, row: Row): void {
    world.tell(who, `${name} (epoch ${taken.epoch}): ${describeRow(row)}`);
    if (guards.commitsInOrder) flush(database);
    ledger.committed(taken, row);
    database.changed(row);
  }

  function toSubmission(row: Row, sale: Sale, number: number): Submission {
    const nowMs = clockMs();
    const mapping = guards.keepsWhatWasSent ? row.mapping : database.mapping;
    return {
      id: row.id,
      revision: row.revision,
      number,
      body: toBody(row.key, sale),
      amounts: toAmounts(sale, row.rounding),
      declared: toDeclared(sale, row.rounding, mapping),
      vatRounding: "auto",
      requestId: row.requestId,
      heardAtMs: guards.comparesTime ? row.heardAtMs : 0,
      refusal: row.refusal?.reasons ?? null,
      quietMs: guards.quietPeriod ? (row.refusal?.quietMs ?? 0) : Number.POSITIVE_INFINITY,
      doubt: row.doubt,
      isDenied: row.isDenied,
      looks: row.looks,
      nowMs,
    };
  }

  function saleToSend(row: Row): Sale {
    const first = database.firstSales.get(row.id) ?? row.sale;
    database.firstSales.set(row.id, first);
    return guards.bodyOfRevision ? row.sale : first;
  }

  /** The unique index on the numbers that are out. */
  function claimNumber(row: Row, number: number): void {
    const other = database.rows.find(
      (one) => one !== row && one.state === "submitted" && isOfSequence(one, row.sequence) && one.number === number,
    );
    if (other && guards.uniqueSubmittedNumber) throw new DuplicateError(`number ${number} is out for #${other.id}`);
  }

  /** The numbers after it go back in line. */
  function returnOthers(taken: TakenSequence, head: Row): void {
    const others = database.rows.filter(
      (one) =>
        one !== head &&
        one.state === "submitted" &&
        isOfSequence(one, taken.key) &&
        (one.number ?? 0) > (head.number ?? 0),
    );
    for (const row of guards.othersMoveToo ? others : []) {
      database.quota.reserved--;
      ledger.givenUp(row);
      Object.assign(row, {
        state: "queued",
        number: null,
        epoch: null,
        submittedAtMs: null,
        heardAtMs: null,
        ...nothingKnown,
        deadlineAtMs: Math.max(row.deadlineAtMs, scheduler.nowMs() + 5_000),
      });
      commit("puts back in line", taken, row);
    }
  }

  /** One of the vouchers of an approval. */
  function enter(taken: TakenSequence, sequence: SequenceRow, row: Row, approval: Approval): number {
    const { submission, cae, heardAtMs, isAnswer } = approval;
    const isTaken = database.vouchers.some(
      (one) => one.issuanceId === row.id || (one.sequenceId === sequence.id && one.number === submission.number),
    );
    if (isTaken) throw new DuplicateError(`there is a voucher ${submission.number} or one of #${row.id} already`);

    const wasReserved = row.state === "submitted";
    Object.assign(row, { state: "approved", number: submission.number, ...nothingKnown });
    const sale: Sale = {
      voucherType: submission.body.voucherType,
      total: submission.amounts.total,
      date: submission.body.voucherDate,
      document: submission.body.customer.docNumber === "0" ? "0" : "unreadable",
    };
    const id = database.vouchers.length + 1;
    const { number } = submission;
    database.vouchers.push({ id, issuanceId: row.id, sequenceId: sequence.id, number, cae, sale });
    Object.assign(sequence, { lastNumber: number, lastDate: sale.date });
    if (isAnswer && row.timeline === database.timeline) sequence.unverified = false;
    if (heardAtMs !== null) sequence.heardAtMs = heardAtMs;
    if (wasReserved) database.quota.reserved--;
    database.quota.used++;
    commit("approves", taken, row);
    ledger.approved(row, cae);
    return id;
  }

  /** Time counts as quiet from one look to the next. */
  function refusedAgain({ refusal }: Row, reasons: AuthorityMessage[], atMs: number): Row["refusal"] {
    if (!refusal) return { atMs, quietMs: 0, reasons };
    return { ...refusal, atMs, quietMs: refusal.quietMs + Math.max(0, Math.min(60_000, atMs - refusal.atMs)) };
  }

  const readSubmissions = (key: SequenceKey) =>
    database.rows
      .filter((row) => row.state === "submitted" && isOfSequence(row, key))
      .sort((a, b) => ((a.number ?? 0) - (b.number ?? 0)) * (guards.lowestFirst ? 1 : -1))
      .map((row) => toSubmission(row, row.sale, row.number ?? 0));
  let readBefore: Submission[] | undefined;

  function leftovers(key: SequenceKey): Submission[] {
    if (!guards.settleFirst) return [];
    return guards.raisesBeforeReading ? readSubmissions(key) : (readBefore ?? readSubmissions(key));
  }

  const lineOf = (key: SequenceKey) =>
    database.rows.filter(
      (row) =>
        row.state === "queued" &&
        isOfSequence(row, key) &&
        row.deadlineAtMs > scheduler.nowMs() &&
        (row.timeline === database.timeline || !guards.lostQueueIsNotSent),
    );

  function submit(taken: TakenSequence, limit: number): SubmitResult {
    drain.epoch = taken.epoch;
    drain.token = taken.token;
    const sequence = fence(taken, guards.epochOnSubmit);
    if (!sequence) return { outcome: "superseded" };
    if (leftovers(taken.key).length > 0) return { outcome: "leftover" };
    const line = lineOf(taken.key).sort((a, b) => a.place - b.place);
    const [first] = line;
    if (!first) return { outcome: "drained" };
    const { quota } = database;
    const room = quota.monthlyVouchers - quota.reserved - quota.used;
    if (room <= 0) return { outcome: "quotaExhausted", issuanceId: first.id };
    const { lastNumber } = sequence;
    if (lastNumber === null) throw new Error("a submitted issuance needs a number");

    const picked = line.slice(0, Math.min(limit, room));
    const submissions = picked.map((row, at) => {
      const number = lastNumber + 1 + at;
      claimNumber(row, number);
      if (guards.writeAhead) {
        const { heardAtMs } = sequence;
        const submittedAtMs = scheduler.nowMs();
        const isDenied = sequence.unverified;
        Object.assign(row, { state: "submitted", number, epoch: taken.epoch, submittedAtMs, heardAtMs, isDenied });
        quota.reserved++;
        ledger.writtenAhead(row, picked);
        drain.unsent.add(number);
        commit("writes ahead", taken, row);
      }
      return toSubmission(row, saleToSend(row), number);
    });
    return { outcome: "submitted", submissions };
  }

  /** What the two cannot do together, the approval does alone: then undefined. */
  function submitBehind(taken: TakenSequence, limit: number, isWhole: boolean): SubmitResult | undefined {
    if (!isWhole) return { outcome: "leftover" };
    try {
      return submit(taken, limit);
    } catch (error) {
      if (error instanceof DuplicateError) return undefined;
      throw error;
    }
  }

  function record(taken: TakenSequence, approvals: Approval[]): ApproveResult | undefined {
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
    async takeSequence(key) {
      if (!guards.raisesBeforeReading) readBefore = await query("listSubmissions", () => readSubmissions(key));
      return query("take", () => {
        let sequence = findSequence(key);
        if (!sequence) {
          const unused = { lastNumber: null, lastDate: null, heardAtMs: null, unverified: false, shared: false };
          const { timeline } = database;
          sequence = {
            id: database.sequences.length + 1,
            key,
            epoch: 0,
            token: "",
            timeline,
            bornAtMs: scheduler.nowMs(),
            ...unused,
          };
          database.sequences.push(sequence);
        }
        if (guards.epochIsRaised || sequence.epoch === 0) {
          sequence.epoch++;
          sequence.token = String(++database.lastToken);
        }
        if (sequence.timeline !== database.timeline && guards.verifies) sequence.unverified = true;
        sequence.timeline = database.timeline;
        drain.epoch = sequence.epoch;
        drain.token = sequence.token;
        const { id, epoch, token, lastNumber, lastDate, unverified } = sequence;
        world.tell(
          who,
          `takes type ${key.voucherType}: epoch ${epoch}, last ${lastNumber}${unverified ? ", unverified" : ""}`,
        );
        return { id, key, epoch, token, lastNumber, lastDate, unverified };
      });
    },

    isCurrent: (taken) => query("isCurrent", () => !guards.looksAgain || fence(taken, true) !== undefined),

    setLastNumber: (taken, lastNumber, heardAtMs) =>
      query("setLastNumber", () => {
        const sequence = fence(taken, true);
        if (!sequence) return false;
        sequence.lastNumber = Math.max(lastNumber, sequence.lastNumber ?? 0);
        if (heardAtMs !== null) sequence.heardAtMs = heardAtMs;
        return true;
      }),

    readSituation: ({ key }) =>
      query("readSituation", () => {
        const { unverified = false, shared = false } = findSequence(key) ?? {};
        const kind = world.circumstances.exclusive ? "own" : shared ? "shared" : "open";
        return { companyCode: "demo", kind, unverified };
      }),

    countExplained: ({ id, lastNumber }, until) =>
      query("countExplained", () => {
        const isBetween = (number: number) => number > (lastNumber ?? 0) && number <= until;
        return database.vouchers.filter((one) => one.sequenceId === id && isBetween(one.number)).length;
      }),

    findFreed: ({ id: sequenceId }, { id, number }) =>
      query("findFreed", () =>
        database.freed
          .filter((one) => one.sequenceId === sequenceId && one.number === number && one.issuanceId !== id)
          .map(({ declared }) => declared),
      ),

    listSubmissions: (key) =>
      query("listSubmissions", () => {
        const left = leftovers(key);
        readBefore = [];
        return left;
      }),

    hasQueued: (key) => query("hasQueued", () => lineOf(key).length > 0),

    submitNext: (taken, limit) => query("submitNext", () => submit(taken, limit)),

    approve: (taken, approvals, limit = 0) =>
      query(limit > 0 ? "approveAndSubmit" : "approve", () => {
        const result = record(taken, approvals);
        if (!result || limit === 0) return result;
        const next = submitBehind(taken, limit, result.approved.length === approvals.length);
        if (next) world.tell(who, `and in the same commit: ${next.outcome}`);
        return next ? { ...result, othersWait: next.outcome !== "drained", next } : result;
      }),
    settleWithoutVoucher: (taken, submission, state, outcome, release = {}) =>
      query("settle", () => {
        const sequence = fence(taken, guards.epochOnSettle);
        const row = sequence && findExactly(submission);
        if (!sequence || !row) return false;
        const { isRemembered, lastNumber } = release;
        const { number, declared } = submission;
        if (isRemembered) database.freed.push({ sequenceId: sequence.id, number, issuanceId: row.id, declared });
        if (lastNumber !== undefined) sequence.lastNumber = Math.max(sequence.lastNumber ?? 0, lastNumber);
        returnOthers(taken, row);
        if (row.state === "submitted") database.quota.reserved--;
        ledger.givenUp(row);
        Object.assign(row, { state, outcome, number: null, ...nothingKnown });
        commit("settles", taken, row);
        return true;
      }),

    renumber: (taken, submission, { lastNumber, heardAtMs, isForeign }) =>
      query("renumber", () => {
        const sequence = fence(taken, guards.epochOnRenumber);
        const row = sequence && findExactly(submission);
        if (!sequence || !row) return undefined;
        if (!guards.writeAhead) return toSubmission(row, row.sale, lastNumber + 1);
        returnOthers(taken, row);
        claimNumber(row, lastNumber + 1);
        ledger.givenUp(row);
        Object.assign(row, {
          number: lastNumber + 1,
          epoch: taken.epoch,
          submittedAtMs: scheduler.nowMs(),
          heardAtMs: heardAtMs ?? row.heardAtMs,
          ...nothingKnown,
        });
        sequence.lastNumber = lastNumber;
        sequence.shared ||= isForeign;
        if (heardAtMs !== null) sequence.heardAtMs = heardAtMs;
        ledger.writtenAhead(row, [row]);
        drain.unsent.add(lastNumber + 1);
        commit("renumbers", taken, row);
        return toSubmission(row, row.sale, lastNumber + 1);
      }),

    rewriteAmounts: (taken, submission, { rounding }) =>
      query("rewriteAmounts", () => {
        const row = fence(taken, guards.epochOnRewrite) && findExactly(submission);
        if (!row) return undefined;
        returnOthers(taken, row);
        Object.assign(row, {
          rounding,
          epoch: taken.epoch,
          submittedAtMs: scheduler.nowMs(),
          ...nothingKnown,
        });
        ledger.rewritten(row);
        drain.unsent.add(submission.number);
        commit("splits the VAT anew", taken, row);
        return toSubmission(row, row.sale, submission.number);
      }),

    markResolving: (taken, submission) =>
      query("markResolving", () => {
        const row = fence(taken, guards.epochOnDoubt) && findExactly(submission);
        if (!row) return false;
        if (guards.writeAhead) {
          row.doubt = "resolving";
          row.looks = [...(row.looks ?? []), { at: clockMs(), questions: 0 }].slice(-keptLooks);
        }
        commit(`notes "resolving"`, taken, row);
        return true;
      }),

    markUnconfirmed: (taken, submission, doubt) =>
      query("markUnconfirmed", () => {
        const row = fence(taken, guards.epochOnDoubt) && findExactly(submission);
        if (!row) return false;
        if (guards.writeAhead) row.doubt = "unconfirmed";
        if (doubt && guards.writeAhead) {
          row.isDenied = doubt.isDenied;
          const looks = row.looks ?? [];
          const before = looks.at(-1)?.questions === 0 ? looks.slice(0, -1) : looks;
          row.looks = [...before, { at: clockMs(), questions: doubt.questions }].slice(-keptLooks);
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

    settleQueued: (taken, state, outcome, only) =>
      query("settleQueued", () => {
        if (!fence(taken, guards.epochOnClose)) return [];
        const settled = database.rows.filter(
          (row) => row.state === "queued" && isOfSequence(row, taken.key) && (only === undefined || row.id === only),
        );
        for (const row of settled) {
          const isLost = guards.lostQueueIsNotSent && row.timeline !== database.timeline;
          const unknown = { state: "failed", outcome: { code: "TAXAUTH_UNCONFIRMED" } };
          Object.assign(row, isLost ? unknown : { state, outcome });
          commit("closes the line", taken, row);
        }
        return settled.map((row) => row.id);
      }),
  };
}
