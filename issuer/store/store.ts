import { createLoader } from "../../shared/concurrency/loader.js";
import { type ApproveResult, approve, type GrantedBatch } from "../../shared/db/issuing/approve.js";
import { approveAndSubmit } from "../../shared/db/issuing/approve-and-submit.js";
import * as doubts from "../../shared/db/issuing/doubts.js";
import * as sequences from "../../shared/db/issuing/sequences.js";
import * as settling from "../../shared/db/issuing/settle-issuances.js";
import * as submissions from "../../shared/db/issuing/submissions.js";
import type { BatchLimits } from "../../shared/db/issuing/write-ahead.js";
import * as writeAhead from "../../shared/db/issuing/write-ahead.js";
import type { Database } from "../../shared/db/pool/database.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { failpoint } from "../../shared/failpoints/failpoint.js";
import { splitStatements, withoutNext } from "../authority-access/metrics.js";
import type { IssuanceStore } from "../issuing/deps.js";
import { batchLockTimeout, createWriteBatcher, isRolledBack } from "./write-batcher.js";

/** The issuance store on PostgreSQL. When a function returns, its changes are committed. */
export function createIssuanceStore(db: Database): IssuanceStore {
  const onSplit = () => splitStatements.inc();
  const submitNext = createWriteBatcher<writeAhead.SubmitOrder, writeAhead.SubmitResult>({
    write: (all, patience) => writeAhead.submitNext(db, all, patience),
    weigh: roomFor,
    onSplit,
  });
  const approveAlone = createWriteBatcher<GrantedBatch, ApproveResult | undefined>({
    write: (all, patience) => approve(db, all, patience),
    weigh: ({ approvals }) => approvals.length,
    onSplit,
  });
  const approveWithNext = createWriteBatcher<GrantedBatch & writeAhead.SubmitOrder, ApproveResult | undefined>({
    write: (all) => approveAndSubmit(db, all, batchLockTimeout),
    weigh: (granted) => granted.approvals.length + roomFor(granted),
    onSplit,
  });
  const isQueued = createLoader((keys: SequenceKey[]) => submissions.findQueued(db, keys));
  return {
    async acquireSequence(key) {
      const taken = await sequences.acquireSequence(db, key);
      failpoint("after_epoch");
      return taken;
    },
    isCurrent: (taken) => sequences.isCurrent(db, taken),
    setLastNumber: (taken, lastNumber, authorityTimeMs) =>
      sequences.setLastNumber(db, taken, lastNumber, authorityTimeMs),
    readSituation: (taken) => sequences.readSituation(db, taken),
    countKnown: (taken, until) => sequences.countKnown(db, taken, until),
    findFreed: (taken, submission) => doubts.findFreed(db, taken, submission),
    hasFreedBetween: (taken, submission, until) => doubts.hasFreedBetween(db, taken, submission, until),
    findStoredVoucher: (taken, submission) => doubts.findStoredVoucher(db, taken, submission),
    listSubmissions: (key) => submissions.listSubmissions(db, key),
    hasOpen: (key) => submissions.hasOpen(db, key),
    hasQueued: async (key) => (await isQueued(key)) ?? false,
    async submitNext(taken, limits) {
      failpoint("before_tx2");
      const next = await submitNext({ taken, ...limits });
      if (next.outcome === "submitted") failpoint("after_tx2");
      return next;
    },
    submitAgain: (taken, submission, sentWith) => doubts.submitAgain(db, taken, submission, sentWith),
    async approve(taken, approvals, limits) {
      failpoint("before_tx3");
      const result = await (limits
        ? approveWithNext({ taken, approvals, ...limits }).catch((error) => {
            // The next in line must neither prevent nor delay the record of what was granted.
            if (!isRolledBack(error)) throw error;
            withoutNext.inc({ sqlstate: error.code ?? "" });
            return approveAlone({ taken, approvals });
          })
        : approveAlone({ taken, approvals }));
      failpoint("after_tx3");
      if (result?.next?.outcome === "submitted") failpoint("after_tx2");
      return result;
    },
    settleWithoutVoucher: (taken, submission, state, outcome, release) =>
      settling.settleWithoutVoucher(db, taken, submission, state, outcome, release),
    returnToQueue: (taken, submission, release) => settling.returnToQueue(db, taken, submission, release),
    renumber: (taken, submission, to, sentWith) => writeAhead.renumber(db, taken, submission, to, sentWith),
    rewriteAmounts: (taken, submission, amounts, sentWith) =>
      writeAhead.rewriteAmounts(db, taken, submission, amounts, sentWith),
    markResolving: (taken, submission) => doubts.markResolving(db, taken, submission),
    markUnconfirmed: (taken, submission, doubt, shutOut) =>
      doubts.markUnconfirmed(db, taken, submission, doubt, shutOut),
    settleQueued: (taken, state, outcome, first) => settling.settleQueued(db, taken, state, outcome, first),
  };
}

/** A statement may take so many times the room that its orders got. */
const maxTimes = 10;

/**
 * The weight of an order for numbers in a statement for several sequences: the vouchers that are expected. Most lines hold fewer than
 * one call may take, and by what it may take two sequences would fill a statement.
 */
export const roomFor = ({ limit, backgroundLimit = limit, expected = backgroundLimit }: BatchLimits): number =>
  Math.max(Math.min(expected, backgroundLimit), Math.ceil(backgroundLimit / maxTimes));
