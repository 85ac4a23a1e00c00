import { without } from "../guards.js";
import type { Mutation } from "./mutation.js";
import { batches, failovers, forgottenVouchers, freedBatches } from "./situations.js";

/** Giving numbers: write-ahead, leftovers, several numbers in one call, and what a failover forgot. */
export const numberingMutations: Mutation[] = [
  {
    name: "no write-ahead",
    removes: "the commit of the number before the authority is asked for it",
    guards: without("writeAhead"),
  },
  {
    name: "settle leftovers last",
    removes: "settling every leftover before a new number is given",
    guards: without("settleFirst"),
  },
  {
    name: "settle leftovers last, numbers not unique",
    removes: "settling every leftover first, and the unique index on submitted numbers",
    guards: without("settleFirst", "uniqueSubmittedNumber"),
  },
  {
    name: "highest leftover first",
    removes: "settling leftovers in the order of their numbers",
    guards: without("lowestFirst"),
    circumstances: batches,
  },
  {
    name: "later numbers stay submitted",
    removes: "putting the numbers after a freed one back in line: the authority can no longer grant them",
    guards: without("othersMoveToo"),
    circumstances: batches,
  },
  {
    name: "body of an earlier revision",
    removes: "sending the body that the write-ahead committed: a body that its caller has replaced is sent",
    guards: without("bodyOfRevision"),
  },
  {
    name: "numbering past unexplained vouchers",
    removes: "the check of the numbering after a failover: a forgotten voucher is taken for a foreign one",
    guards: without("verifies"),
    circumstances: failovers,
  },
  {
    name: "key in doubt sent after an import",
    removes: "the wait of a key whose voucher may be an imported one: it is issued again under a later number",
    guards: without("importsStopKeys"),
    circumstances: failovers,
  },
  {
    name: "line goes on after an import",
    removes: "holding back a key in doubt that was in line when its voucher was imported: it gets the next number",
    guards: without("importsStopLines"),
    circumstances: forgottenVouchers,
  },
  {
    name: "number that is asked for not doubted by an import",
    removes: "the doubt of a key under a number, when the late voucher of a number that was freed before is imported",
    guards: without("importsDoubtSubmitted"),
    circumstances: freedBatches,
  },
  {
    name: "passed voucher not imported",
    removes: "the import of a forgotten voucher to which an operator leaves a number: its key is issued again",
    guards: without("passedAreImported"),
    circumstances: failovers,
  },
  {
    name: "sends rows recorded before a failover",
    removes: "leaving rows unsent that were recorded before a failover: one of them may have been sent already",
    guards: without("lostQueueIsNotSent"),
    circumstances: failovers,
  },
  {
    name: "commits of another revision",
    removes: "the conditions on state, number and revision in commits about a submission",
    guards: without("exactSubmission"),
    redundant: "under the current epoch no other worker can have changed the submission; a second line of defence",
  },
  {
    name: "numbers not unique",
    removes: "the unique index on submitted numbers",
    guards: without("uniqueSubmittedNumber"),
    redundant: "settling first and the epoch leave one submission per sequence; a second line of defence",
  },
];
