import { without } from "../guards.js";
import type { Mutation } from "./mutation.js";
import {
  copiedFiles,
  copiedFilesInRestarts,
  crowd,
  failovers,
  fickleRedis,
  forgottenSequences,
  loadedDumps,
  pausesAndRefusals,
  withoutRedis,
} from "./situations.js";

/** Who may commit about a sequence: epoch, token, incarnation and lock. */
export const takingMutations: Mutation[] = [
  {
    name: "submit without the epoch",
    removes: "the epoch condition of submitNext (breaks I5; the unique index on submitted numbers prevents harm)",
    guards: without("epochOnSubmit", "lock"),
    circumstances: crowd,
  },
  {
    name: "submit without the epoch, numbers not unique",
    removes: "the epoch condition of submitNext and the unique index on submitted numbers",
    guards: without("epochOnSubmit", "uniqueSubmittedNumber", "lock"),
    harmOnly: true,
    circumstances: crowd,
    redundant: "submitNext gives no number while another is submitted, whichever worker asks",
  },
  {
    name: "approve without the epoch",
    removes: "the epoch condition of approve (breaks I5; the conditions on state, number and revision prevent harm)",
    guards: without("epochOnApprove"),
  },
  {
    name: "settle without the epoch",
    removes: "the epoch condition of settleWithoutVoucher (I5): a superseded worker frees a number in use",
    guards: without("epochOnSettle", "lock"),
    circumstances: { ...pausesAndRefusals, clients: 10 },
  },
  {
    name: "renumber without the epoch",
    removes: "the epoch condition of renumber (breaks I5; the look-up before it prevents harm)",
    guards: without("epochOnRenumber", "lock"),
    circumstances: crowd,
  },
  {
    name: "split the VAT again without the epoch",
    removes: "the epoch condition of rewriteAmounts (I5): a superseded worker writes the same number ahead",
    guards: without("epochOnRewrite", "lock"),
    circumstances: { ...crowd, everyMs: {} },
  },
  {
    name: "note doubts without the epoch",
    removes:
      "the epoch condition of markResolving and markUnconfirmed (breaks I5; state, number and revision prevent harm)",
    guards: without("epochOnDoubt"),
  },
  {
    name: "close the line without the epoch",
    removes: "the epoch condition of settleQueued (I5): a superseded worker turns its successor's callers away",
    guards: without("epochOnClose"),
  },
  {
    name: "epoch not raised",
    removes: "raising the epoch: two takers of a sequence carry the same one",
    guards: without("epochIsRaised", "lock"),
    harmOnly: true,
    circumstances: crowd,
  },
  {
    name: "kept epoch used by two drains",
    removes: "giving a kept epoch to one drain only: two drains of one process number one line under the same epoch",
    guards: without("retainedForOne", "lock"),
    circumstances: crowd,
  },
  {
    name: "kept lock does not look again",
    removes: "the second look at the line of whoever keeps its lock, when somebody found it taken",
    guards: without("keptLockLooksAgain"),
    circumstances: { ...crowd, keepsLocks: true },
    redundant: "a job that found it taken comes back, and the sweep wakes the sequence",
  },
  {
    name: "epoch without its token",
    removes: "the token of a taking: after a failover the same epoch is given twice, and two takers hold the sequence",
    guards: without("drawsTokens", "knowsItsHistory", "lock"),
    circumstances: failovers,
  },
  {
    name: "commits on another timeline",
    removes: "the timeline condition of a commit: a worker that took the sequence before a failover goes on after it",
    guards: without("knowsItsHistory", "lock"),
    circumstances: failovers,
  },
  {
    name: "loaded dump not noticed",
    removes:
      "the condition on the transaction that wrote the row of the history: a dump that was loaded goes on as if nothing was lost",
    guards: without("noticesLoads"),
    circumstances: loadedDumps,
  },
  {
    name: "copy by template not noticed",
    removes: "the condition on the database's own id in the row of the history",
    guards: without("noticesPlaces"),
    circumstances: loadedDumps,
  },
  {
    name: "sequence taken on no history",
    removes: "waiting for the new history before a sequence is taken",
    guards: without("takesOnOneHistory"),
    circumstances: loadedDumps,
  },
  {
    name: "position of the log not compared",
    removes: "comparing the log's position with the highest that was seen: files that were copied back are not noticed",
    guards: without("comparesPositions"),
    circumstances: copiedFiles,
  },
  {
    name: "position compared every second only",
    removes: "comparing before the first statement of a connection: a sale is sent before the next second",
    guards: without("comparesAtConnect"),
    circumstances: copiedFiles,
  },
  {
    name: "api goes on with copied files",
    removes:
      "comparing before an API uses a connection: it says 429 of a sale whose row went back, and that was granted",
    guards: without("apisCompare"),
    circumstances: copiedFilesInRestarts,
  },
  {
    name: "forged watermark is believed",
    removes: "the MAC: who can write to Redis gives the database another history, and every sale in line ends in doubt",
    guards: without("believesSignedAlone"),
    circumstances: { ...copiedFiles, everyMs: { watermarkForged: 5_000 } },
  },
  {
    name: "nothing kept beside the PDFs",
    removes: "the witness in the storage: issuers that start after Redis lost its data know nothing",
    guards: without("keepsBesidePdfs"),
    circumstances: copiedFilesInRestarts,
  },
  {
    name: "ids given again",
    removes: "moving the ids on with another history: the id of a forgotten voucher names another one",
    guards: without("idsMoveOn"),
    circumstances: loadedDumps,
  },
  {
    name: "forgotten sequence taken as new",
    removes: "the doubt about a sequence whose row the database forgot, though it kept issuances of it",
    guards: without("forgottenAreUnverified"),
    circumstances: { ...failovers, clients: 8, everyMs: { databaseFailsOver: 2_500 } },
  },
  {
    name: "vouchers of a forgotten sequence taken as known",
    removes:
      "the numbers that are missing where the database forgot a sequence: a key that survived is sent again beside its voucher",
    guards: without("forgottenAreMissing"),
    circumstances: forgottenSequences,
  },
  {
    name: "no Redlock",
    removes: "the lock: every worker takes every sequence",
    guards: without("lock"),
    // With many callers each new taker interrupts the look of the one before. The lock saves that work.
    circumstances: { clients: 4 },
    redundant: "the epoch decides who commits; the lock only saves work (issuer/README.md, section 4)",
  },
  {
    name: "waits for a lock that cannot be had",
    removes:
      "the lease that stands in for the lock while Redis is away: nobody serves a line, and its callers are turned away",
    guards: without("standsIn"),
    circumstances: withoutRedis,
  },
  {
    name: "waits for jobs that cannot come",
    removes: "the issuers' own look for work while Redis is away: the sweep finds what was recorded after seconds",
    guards: without("looksForWork"),
    circumstances: withoutRedis,
  },
  {
    name: "the lease lets everybody in",
    removes: "the exclusion by the lease: without Redis every issuer takes every sequence",
    guards: without("lease"),
    circumstances: fickleRedis,
    redundant: "the epoch decides who commits; the lease only saves work, as the lock does",
  },
  {
    name: "calls in flight are not left to their maker",
    removes: "the pause before a sequence is taken whose number was written ahead a moment ago",
    guards: without("leavesCallsInFlight"),
    circumstances: fickleRedis,
    redundant: "the epoch decides who commits; the pause only saves a look-up",
  },
  {
    name: "read before the epoch is raised",
    removes: "raising the epoch before the submissions are read: one that is written in between is missed",
    guards: without("raisesBeforeReading"),
    circumstances: { everyMs: {} },
    redundant: "the unique index on submitted numbers refuses the second number",
  },
];
