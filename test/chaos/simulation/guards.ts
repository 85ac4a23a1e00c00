/** The mechanisms that keep the invariants. All are on; a mutation takes some away. */
export interface Guards {
  /** Each fenced commit is void unless it carries the current epoch. */
  epochOnSubmit: boolean;
  epochOnApprove: boolean;
  epochOnSettle: boolean;
  epochOnRenumber: boolean;
  epochOnRewrite: boolean;
  epochOnDoubt: boolean;
  epochOnClose: boolean;
  /** Every taker raises the epoch. */
  epochIsRaised: boolean;
  /** An epoch that a process keeps is gone on with by one drain at a time. */
  retainedForOne: boolean;
  /** A commit about a submission is void unless state, number and revision are those it is about. */
  exactSubmission: boolean;
  uniqueSubmittedNumber: boolean;
  uniqueKey: boolean;
  /** Redlock. */
  lock: boolean;
  /** The number is committed before it is asked for. */
  writeAhead: boolean;
  /** What is left submitted is settled before a new number. */
  settleFirst: boolean;
  /** ... the lowest number first. */
  lowestFirst: boolean;
  /** What frees or changes a number puts the numbers after it back in line. */
  othersMoveToo: boolean;
  /** What is sent is the body that the write-ahead committed. */
  bodyOfRevision: boolean;
  /** An open row is never armed again. */
  openRowsAreKept: boolean;
  /** A commit of the issuer takes to the disk what was recorded before it. */
  commitsInOrder: boolean;
  /** A request looks whether the row that it waits for is still its own: a crash may have lost it, and its id is another's. */
  knowsItsRow: boolean;
  cancelNeedsQueued: boolean;
  cancelNeedsDeadline: boolean;
  /** 429 is told only once the cancel was won. */
  cancelBeforeTelling: boolean;
  sweepCancels: boolean;
  sweepWakes: boolean;
  /** A wake-up that failed is sent anew instead of backing off. */
  wakesAtOnce: boolean;
  /** The HTTP layer never repeats a request by itself. */
  postsOnce: boolean;
  /** The epoch is raised before anything of the sequence is read. */
  raisesBeforeReading: boolean;
  /** An answer that was not read decides nothing. */
  defaultDeny: boolean;
  /** What is found under our number is compared, field by field, before it is adopted. */
  comparesFields: boolean;
  /** What is found under our number and equal is ours: the intent keeps its number. */
  keepsNumber: boolean;
  /** Where others issue too, an equal voucher from before our request is not adopted. */
  comparesTime: boolean;
  /** After 10016 on a first send it is looked whose the number is. */
  looksBeforeRenumbering: boolean;
  /** What differs in a field that identifies nobody is not taken for somebody else's. */
  nearIsNotOther: boolean;
  /** Elements that were never declared say nothing. */
  ignoresUndeclared: boolean;
  /** What is compared is what was sent, however it would be declared today. */
  keepsWhatWasSent: boolean;
  /** 10016 on a re-send decides nothing, unless a voucher before is dated later. */
  staleDecidesNothing: boolean;
  /** A taker draws a token that none had before. */
  drawsTokens: boolean;
  /** A commit is void on another history of the database than its taker's. */
  knowsItsHistory: boolean;
  /** After the database lost commits, numbers that nothing here explains are not numbered over. */
  verifies: boolean;
  /** What was recorded before it lost commits is not sent. */
  lostQueueIsNotSent: boolean;
  /** A refusal that does not judge the content frees no number on a re-send. */
  refusalWaits: boolean;
  /** ... until the number was seen as never granted for very long. */
  quietPeriod: boolean;
  /** Before a re-send the epoch is looked at again. */
  looksAgain: boolean;
  /** Nothing is sent more than a second after the epoch was looked at. */
  startsSoon: boolean;
}

export const allGuards: Guards = {
  epochOnSubmit: true,
  epochOnApprove: true,
  epochOnSettle: true,
  epochOnRenumber: true,
  epochOnRewrite: true,
  epochOnDoubt: true,
  epochOnClose: true,
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
};

export const without = (...removed: (keyof Guards)[]): Guards => ({
  ...allGuards,
  ...Object.fromEntries(removed.map((name) => [name, false])),
});
