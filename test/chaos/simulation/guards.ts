/** The safety mechanisms. All are on by default; a mutation turns some off. */
export interface Guards {
  /** Each fenced commit changes nothing unless it carries the current epoch. */
  epochOnSubmit: boolean;
  epochOnApprove: boolean;
  epochOnSettle: boolean;
  epochOnRenumber: boolean;
  epochOnRewrite: boolean;
  epochOnDoubt: boolean;
  epochOnClose: boolean;
  epochOnReturn: boolean;
  /** Every taker raises the epoch. */
  epochIsRaised: boolean;
  /** Only one drain at a time continues under an epoch that its process keeps. */
  retainedForOne: boolean;
  /** A commit about a submission changes nothing unless its state, number and revision are the expected ones. */
  exactSubmission: boolean;
  uniqueSubmittedNumber: boolean;
  uniqueKey: boolean;
  /** The lock (Redlock). */
  lock: boolean;
  /** The number is committed before the authority is asked for it. */
  writeAhead: boolean;
  /** Leftovers are settled before a new number is given. */
  settleFirst: boolean;
  /** Leftovers are settled in the order of their numbers. */
  lowestFirst: boolean;
  /** A commit that frees or changes a number puts all later numbers back in line. */
  othersMoveToo: boolean;
  /** The issuer sends the body that the write-ahead committed. */
  bodyOfRevision: boolean;
  /** A queued or submitted row is not recorded again. */
  openRowsAreKept: boolean;
  /** A commit of the issuer also flushes every record before it to disk. */
  commitsInOrder: boolean;
  /** A waiting request checks that the row is still its own: after a crash the id may belong to another request. */
  knowsItsRow: boolean;
  cancelNeedsQueued: boolean;
  cancelNeedsDeadline: boolean;
  /** 429 is answered only after a successful cancel. */
  cancelBeforeTelling: boolean;
  sweepCancels: boolean;
  sweepWakes: boolean;
  /** A failed wake-up is added again at once instead of backing off. */
  wakesAtOnce: boolean;
  /** The HTTP layer never repeats a request on its own. */
  postsOnce: boolean;
  /** The epoch is raised before anything of the sequence is read. */
  raisesBeforeReading: boolean;
  /** An answer that could not be read decides nothing. */
  defaultDeny: boolean;
  /** A voucher found under our number is compared field by field before it is adopted. */
  comparesFields: boolean;
  /** An equal voucher found under our number is ours, so the intent keeps its number. */
  keepsNumber: boolean;
  /** At a shared point of sale, an equal voucher that is older than our request is not adopted. */
  comparesTime: boolean;
  /** After 10016 on a first send, a look-up decides whose the number is. */
  looksBeforeRenumbering: boolean;
  /** A difference in a field that does not identify a sale does not make a voucher foreign. */
  nearIsNotOther: boolean;
  /** Elements that we never declared are ignored. */
  ignoresUndeclared: boolean;
  /** A found voucher is compared with what was sent, not with how it would be declared now. */
  keepsWhatWasSent: boolean;
  /** 10016 on a re-send decides nothing, unless the voucher before has a later date. */
  staleDecidesNothing: boolean;
  /** Each taker draws a new token. */
  drawsTokens: boolean;
  /** A commit changes nothing on another timeline than that of its taking. */
  knowsItsHistory: boolean;
  /** After a failover, numbering stops at vouchers that our database does not explain. */
  verifies: boolean;
  /** Rows that were recorded before a failover are not sent. */
  lostQueueIsNotSent: boolean;
  /** On a re-send, a refusal that does not judge the content frees no number. */
  refusalWaits: boolean;
  /** A kept refusal counts only after the number looked never granted for the quiet period. */
  quietPeriod: boolean;
  /** Before a re-send the epoch is read again. */
  looksAgain: boolean;
  /** Nothing is sent more than a second after the epoch was read. */
  startsSoon: boolean;
  /** Only a request of which no byte left the process counts as not sent. */
  unknownIsNotUnsent: boolean;
  /** Elements of batches stand behind all callers of their line. */
  elementsGoLast: boolean;
  /** A caller brings the element of its key forward. */
  bringsForward: boolean;
  /** Elements go in large calls only while nobody waits for the first in line. */
  callersGoInSmallCalls: boolean;
  /** A caller that arms an element's key again is no element. */
  callersAreNotPatient: boolean;
  /** Elements stay in a line that is closed for now. */
  closedLineKeepsElements: boolean;
  /** A number that returns to the line gives its quota back. */
  returnFreesQuota: boolean;
  /** An element is not armed while another request has its key. */
  elementsWaitForTheirKey: boolean;
  /** An element is settled only by the outcome of its issuance. */
  elementsWaitForOutcome: boolean;
  /** What became of an issuance is noted on its elements in the same commit. */
  notesInTheCommit: boolean;
  /** A cancelled batch ends queued elements alone. */
  cancelsQueuedOnly: boolean;
  /** A cancelled batch ends pending elements alone. */
  cancelsPendingOnly: boolean;
  /** A cancelled batch ends the attempts alone that its elements made. */
  cancelsOwnAttempt: boolean;
  /** The sweep arms elements that waited for their key, and ends batches. */
  sweepTendsBatches: boolean;
  /** Elements that were recorded before a failover are not armed after it. */
  lostElementsAreNotArmed: boolean;
  /** Nor are they told that they were cancelled before they were sent. */
  lostElementsAreNotCancelled: boolean;
  /** Elements in line that were recorded before a failover end at once. */
  lostElementsEnd: boolean;
  /** Only what is in line is issued under CAEA, and nothing whose number may have been sent. */
  movesQueuedOnly: boolean;
  /** Nor is anything of which an older request may still be granted. */
  freedNeverMove: boolean;
  /** What is issued under CAEA is the attempt that was judged. */
  movesOwnRevision: boolean;
  /** And of the same moment: after a crash, id and revision may be another request's. */
  movesItsOwnRow: boolean;
  /** Nothing is issued under CAEA unless a contingency lasts. */
  movesInContingencyOnly: boolean;
  /** Number and voucher under CAEA are one commit. */
  movesInOneCommit: boolean;
  /** Under CAEA dates do not go back. */
  movedDatesGoOn: boolean;
  /** While a contingency lasts, a write-ahead takes nothing that may move. */
  holdsMovable: boolean;
  /** Nor does a closed line turn it away. */
  closedLineKeepsMovable: boolean;
  /** Numbers under CAEA go on only where the database cannot have forgotten any. */
  knowsItsStanding: boolean;
  /** Our own counter numbers them, and not what was reported. */
  numbersFromOwnCounter: boolean;
  /** The unique index on the numbers of vouchers. */
  uniqueVoucherNumber: boolean;
  /** A proof that the authority issues ends a contingency. */
  evidenceEnds: boolean;
  /** A person ends what a person began. */
  byHandEndsByHand: boolean;
  /** An answered query ends no silence in which a request for a CAE failed. */
  queriesProveLittle: boolean;
  /** The authority is asked while it is silent. */
  probes: boolean;
  /** One issuance tries whether the authority issues again. */
  tries: boolean;
  /** A report is written ahead before it is sent. */
  writesReportsAhead: boolean;
  /** A report that was sent is looked up before it is sent again. */
  looksUpReports: boolean;
  /** What the authority has under a number is compared before it counts as reported. */
  comparesReports: boolean;
  /** The write-ahead of a report carries the current epoch. */
  epochOnReportAhead: boolean;
  /** So does the record of what became of it. */
  epochOnReport: boolean;
  /** A rejected report blocks those behind it. */
  rejectedBlock: boolean;
}

export const allGuards: Guards = {
  epochOnSubmit: true,
  epochOnApprove: true,
  epochOnSettle: true,
  epochOnRenumber: true,
  epochOnRewrite: true,
  epochOnDoubt: true,
  epochOnClose: true,
  epochOnReturn: true,
  epochIsRaised: true,
  retainedForOne: true,
  exactSubmission: true,
  uniqueSubmittedNumber: true,
  uniqueKey: true,
  lock: true,
  writeAhead: true,
  settleFirst: true,
  lowestFirst: true,
  othersMoveToo: true,
  bodyOfRevision: true,
  openRowsAreKept: true,
  commitsInOrder: true,
  knowsItsRow: true,
  cancelNeedsQueued: true,
  cancelNeedsDeadline: true,
  cancelBeforeTelling: true,
  sweepCancels: true,
  sweepWakes: true,
  wakesAtOnce: true,
  postsOnce: true,
  raisesBeforeReading: true,
  defaultDeny: true,
  comparesFields: true,
  keepsNumber: true,
  comparesTime: true,
  looksBeforeRenumbering: true,
  nearIsNotOther: true,
  ignoresUndeclared: true,
  keepsWhatWasSent: true,
  staleDecidesNothing: true,
  drawsTokens: true,
  knowsItsHistory: true,
  verifies: true,
  lostQueueIsNotSent: true,
  refusalWaits: true,
  quietPeriod: true,
  looksAgain: true,
  startsSoon: true,
  unknownIsNotUnsent: true,
  elementsGoLast: true,
  bringsForward: true,
  callersGoInSmallCalls: true,
  callersAreNotPatient: true,
  closedLineKeepsElements: true,
  returnFreesQuota: true,
  elementsWaitForTheirKey: true,
  elementsWaitForOutcome: true,
  notesInTheCommit: true,
  cancelsQueuedOnly: true,
  cancelsPendingOnly: true,
  cancelsOwnAttempt: true,
  sweepTendsBatches: true,
  lostElementsAreNotArmed: true,
  lostElementsAreNotCancelled: true,
  lostElementsEnd: true,
  movesQueuedOnly: true,
  freedNeverMove: true,
  movesOwnRevision: true,
  movesItsOwnRow: true,
  movesInContingencyOnly: true,
  movesInOneCommit: true,
  movedDatesGoOn: true,
  holdsMovable: true,
  closedLineKeepsMovable: true,
  knowsItsStanding: true,
  numbersFromOwnCounter: true,
  uniqueVoucherNumber: true,
  evidenceEnds: true,
  byHandEndsByHand: true,
  queriesProveLittle: true,
  probes: true,
  tries: true,
  writesReportsAhead: true,
  looksUpReports: true,
  comparesReports: true,
  epochOnReportAhead: true,
  epochOnReport: true,
  rejectedBlock: true,
};

export const without = (...removed: (keyof Guards)[]): Guards => ({
  ...allGuards,
  ...Object.fromEntries(removed.map((name) => [name, false])),
});
