/** The safety mechanisms. All are on by default; a mutation turns some off. */
export const allGuards = {
  /** A freed number's doubt ends by evidence about its voucher, and not when the numbering has passed it. */
  freedEndByEvidence: true,
  /** An import makes a key suspect whose freed number has the voucher, and it is not sent again. */
  importsDoubtFreed: true,
  /** A key in doubt waits while another numbering of its company is not verified. */
  othersStopKeys: true,
  /** It waits wherever in its company a voucher without a key was imported that the database may have forgotten. */
  importsStopEverywhere: true,
  /** A statement that waited for a lock judges keys by what is committed after the wait. */
  looksAfterLock: true,
  /** A number of a key whose voucher may be an imported one is not asked for again. */
  importsStopResends: true,
  /** Nor does the key get a further number when another sale has the one that is asked for, or it returns to the line. */
  importsDoubtSubmitted: true,
  /** A drain that began before an import commits nothing. */
  importsRaiseEpochs: true,
  /** Each fenced commit changes nothing unless it carries the current epoch. */
  epochOnSubmit: true,
  epochOnApprove: true,
  epochOnSettle: true,
  epochOnRenumber: true,
  epochOnRewrite: true,
  epochOnDoubt: true,
  epochOnClose: true,
  epochOnReturn: true,
  /** Every taker raises the epoch. */
  epochIsRaised: true,
  /** Only one drain at a time continues under an epoch that its process keeps. */
  retainedForOne: true,
  /** A commit about a submission changes nothing unless its state, number and revision are the expected ones. */
  exactSubmission: true,
  uniqueSubmittedNumber: true,
  uniqueKey: true,
  /** A key is known in its own company alone. */
  keysAreOfCompany: true,
  /** The lock (Redlock). */
  lock: true,
  /** Who keeps a lock between two drains looks at the line again when somebody found it taken. */
  keptLockLooksAgain: true,
  /** While the lock cannot be had, a lease in the database stands in for it. */
  standsIn: true,
  /** One drain at a time has the lease. */
  lease: true,
  /** While Redis is away, an issuer looks for work itself. */
  looksForWork: true,
  /** It leaves a call in flight to who made it. */
  leavesCallsInFlight: true,
  /** The number is committed before the authority is asked for it. */
  writeAhead: true,
  /** Leftovers are settled before a new number is given. */
  settleFirst: true,
  /** Leftovers are settled in the order of their numbers. */
  lowestFirst: true,
  /** A commit that frees or changes a number puts all later numbers back in line. */
  othersMoveToo: true,
  /** The issuer sends the body that the write-ahead committed. */
  bodyOfRevision: true,
  /** A queued or submitted row is not recorded again. */
  openRowsAreKept: true,
  /** A commit of the issuer also flushes every record before it to disk. */
  commitsInOrder: true,
  /** A waiting request checks that the row is still its own: after a crash the id may belong to another request. */
  knowsItsRow: true,
  cancelNeedsQueued: true,
  cancelNeedsDeadline: true,
  /** Who waits for an attempt cancels that one alone, and none that somebody recorded for the key since. */
  waiterCancelsOwnAttempt: true,
  /** 429 is answered only after a successful cancel. */
  cancelBeforeTelling: true,
  sweepCancels: true,
  sweepWakes: true,
  /** A failed wake-up is added again at once instead of backing off. */
  wakesAtOnce: true,
  /** The HTTP layer never repeats a request on its own. */
  postsOnce: true,
  /** The epoch is raised before anything of the sequence is read. */
  raisesBeforeReading: true,
  /** An answer that could not be read decides nothing. */
  defaultDeny: true,
  /** A voucher found under our number is compared field by field before it is adopted. */
  comparesFields: true,
  /** So are optional fields, activities and buyers, which few vouchers have. */
  comparesFurther: true,
  /** An equal voucher found under our number is ours, so the intent keeps its number. */
  keepsNumber: true,
  /** At a shared point of sale, an equal voucher that is older than our request is not adopted. */
  comparesTime: true,
  /** Nor is one that is older than the refusal of our first request leaves that request. */
  measuresRefusals: true,
  /** After 10016 on a first send, a look-up decides whose the number is. */
  looksBeforeRenumbering: true,
  /** A difference in a field that does not identify a sale does not make a voucher foreign. */
  nearIsNotOther: true,
  /** Elements that we never declared are ignored. */
  ignoresUndeclared: true,
  /** A found voucher is compared with what was sent, not with how it would be declared now. */
  keepsWhatWasSent: true,
  /** 10016 on a re-send decides nothing, unless the voucher before has a later date. */
  staleDecidesNothing: true,
  /** Each taker draws a new token. */
  drawsTokens: true,
  /** A commit changes nothing on another timeline than that of its taking. */
  knowsItsHistory: true,
  /** A dump that was loaded is noticed in every statement. */
  noticesLoads: true,
  /** So is a copy of the database under another name. */
  noticesPlaces: true,
  /** A taking waits until a way back that was noticed has its own history. */
  takesOnOneHistory: true,
  /** Issuers compare the position of the log with the highest that was seen. */
  comparesPositions: true,
  /** Before the first statement of a connection, too. */
  comparesAtConnect: true,
  /** An API uses no new connection while files were copied back and no issuer has noticed it. */
  apisCompare: true,
  /** What no issuer signed begins no history. */
  believesSignedAlone: true,
  /** What was seen is kept beside the PDFs, too. */
  keepsBesidePdfs: true,
  /** With another history the ids move on. */
  idsMoveOn: true,
  /** After a failover, numbering stops at vouchers that our database does not explain. */
  verifies: true,
  /** Rows that were recorded before a failover are not sent. */
  lostQueueIsNotSent: true,
  /** On a re-send, a refusal that does not judge the content frees no number. */
  refusalWaits: true,
  /** A kept refusal counts only after the number looked never granted for the quiet period. */
  quietPeriod: true,
  /** A repeated request begins the quiet period anew, before it is sent. */
  quietRestarts: true,
  /** After a refusal of a first send the number is looked up, and not only counted. */
  looksUpRefused: true,
  /** A refused ticket explains nothing while one that lists the company was sent. */
  ticketsExplainNothing: true,
  /** With a number it is noted whether a ticket that lists the company was sent. */
  notesTheTicket: true,
  /** A number that an answer freed is remembered. */
  remembersFreed: true,
  /** Before a re-send the epoch is read again. */
  looksAgain: true,
  /** Nothing is sent more than a second after the epoch was read. */
  startsSoon: true,
  /** Only a request of which no byte left the process counts as not sent. */
  unknownIsNotUnsent: true,
  /** Elements of batches stand behind all callers of their line. */
  elementsGoLast: true,
  /** A caller brings the element of its key forward. */
  bringsForward: true,
  /** Elements go in large calls only while nobody waits for the first in line. */
  callersGoInSmallCalls: true,
  /** A caller that arms an element's key again is no element. */
  callersAreNotPatient: true,
  /** Elements stay in a line that is closed for now. */
  closedLineKeepsElements: true,
  /** A number that returns to the line gives its quota back. */
  returnFreesQuota: true,
  /** An element is not armed while another request has its key. */
  elementsWaitForTheirKey: true,
  /** An element is settled only by the outcome of its issuance. */
  elementsWaitForOutcome: true,
  /** What became of an issuance is noted on its elements in the same commit. */
  notesInTheCommit: true,
  /** A cancelled batch ends queued elements alone. */
  cancelsQueuedOnly: true,
  /** A cancelled batch ends pending elements alone. */
  cancelsPendingOnly: true,
  /** A cancelled batch ends the attempts alone that its elements made. */
  cancelsOwnAttempt: true,
  /** The sweep arms elements that waited for their key, and ends batches. */
  sweepTendsBatches: true,
  /** It looks at what it can change alone, and takes it of all companies in turns. */
  sweepTakesTurns: true,
  /** It marks the issuance to which it links an element: only then is noted on elements what becomes of it. */
  linksMarkTheKey: true,
  /** An element that ends without having been armed stays linked to the issuance of its key. */
  endedKeepTheirKey: true,
  /** After its day, an element is unconfirmed only while its key is open. */
  lateIsJudgedByKey: true,
  /** Elements that were recorded before a failover are not armed after it. */
  lostElementsAreNotArmed: true,
  /** Nor are they told that they were cancelled before they were sent. */
  lostElementsAreNotCancelled: true,
  /** Elements in line that were recorded before a failover end at once. */
  lostElementsEnd: true,
  /** Only what is in line is issued under CAEA, and nothing whose number may have been sent. */
  movesQueuedOnly: true,
  /** Doubt about a key stays over its new attempts: such a key moves to no other numbering. */
  doubtOutlivesAttempts: true,
  /** Not because its caller names another point of sale or type either. */
  suspectKeysStay: true,
  /** It goes out again only once every sequence under CAEA is verified. */
  suspectKeysWait: true,
  /** What an operator leaves a number to is imported. */
  passedAreImported: true,
  /** Nor while its voucher may be one under CAEA that a person said is missing. */
  missingStopKeys: true,
  /** Nor while it may be one of a sequence that the database forgot, before the last number that the authority told of it. */
  forgottenAreMissing: true,
  /** Those before an imported one are missing, too. */
  holesAreMissing: true,
  /** Nor what is in line already, when its voucher may be one that was imported or said to be missing since. */
  importsStopLines: true,
  /** Nor while its voucher may be one that was imported since. */
  importsStopKeys: true,
  /** Nothing moves from a sequence in which the database may have forgotten a grant. */
  movesVerifiedOnly: true,
  /** The authority's clock may be set back: a re-send is processed after its latest answer, and no time is believed then. */
  noticesSetBack: true,
  /** A sequence whose row the database may have forgotten is unverified. */
  forgottenAreUnverified: true,
  /** A move takes its locks in a statement of their own, and looks in the next one. */
  locksBeforeLooking: true,
  /** Nor is anything of which an older request may still be granted. */
  freedNeverMove: true,
  /** What is issued under CAEA is the attempt that was judged. */
  movesOwnRevision: true,
  /** And of the same moment: after a crash, id and revision may be another request's. */
  movesItsOwnRow: true,
  /** Nothing is issued under CAEA unless a contingency lasts. */
  movesInContingencyOnly: true,
  /** Number and voucher under CAEA are one commit. */
  movesInOneCommit: true,
  /** Under CAEA dates do not go back. */
  movedDatesGoOn: true,
  /** While a contingency lasts, a write-ahead takes nothing that may move. */
  holdsMovable: true,
  /** Nor does a closed line turn it away. */
  closedLineKeepsMovable: true,
  /** Numbers under CAEA go on only where the database cannot have forgotten any. */
  knowsItsStanding: true,
  /** Our own counter numbers them, and not what was reported. */
  numbersFromOwnCounter: true,
  /** The unique index on the numbers of vouchers. */
  uniqueVoucherNumber: true,
  /** A proof that the authority issues ends a contingency. */
  evidenceEnds: true,
  /** A person ends what a person began. */
  byHandEndsByHand: true,
  /** An answered query ends no silence in which a request for a CAE failed. */
  queriesProveLittle: true,
  /** The authority is asked while it is silent. */
  probes: true,
  /** One issuance tries whether the authority issues again. */
  tries: true,
  /** A silence is measured from the last answer of any process. */
  silenceFromLastAnswer: true,
  /** It begins no contingency before every process could contradict it. */
  letsContradict: true,
  /** What is answered, whatever it says, is no silence. */
  anyAnswerCounts: true,
  /** Another may try once the outcome of the one that tries is in doubt. */
  doubtEndsTrial: true,
  /** A number in doubt keeps no contingency for ever. */
  doubtEnds: true,
  /** A contingency is over when the authority refuses this company alone. */
  refusalsEnd: true,
  /** A closed line leaves the one that tries to the contingency. */
  closedLineKeepsTrial: true,
  /** What returns to the line has time for its next turn, the first too. */
  returnGivesTurn: true,
  /** An issuer whose calls fail while others' are answered takes no sequences. */
  leavesToOthers: true,
  /** A report is written ahead before it is sent. */
  writesReportsAhead: true,
  /** A report that was sent is looked up before it is sent again. */
  looksUpReports: true,
  /** What the authority has under a number is compared before it counts as reported. */
  comparesReports: true,
  /** The write-ahead of a report carries the current epoch. */
  epochOnReportAhead: true,
  /** So does the record of what became of it. */
  epochOnReport: true,
  /** A rejected report blocks those behind it. */
  rejectedBlock: true,
  /** What the authority would refuse in a report stays with CAE. */
  foreseesRefusals: true,
  /** Nothing is issued behind a report that the authority refused. */
  refusedClose: true,
  /** Nor behind one that was given up while the authority expected its number. */
  gapsClose: true,
  /** The authority is looked at before a report is given up. */
  looksBeforeGivingUp: true,
  /** What it shows is compared before it is adopted. */
  comparesAdopted: true,
  /** A sequence under CAEA begins with the date of its last number, too. */
  seedsWithDate: true,
  /** One that is first known on another history of the database waits for a person. */
  seedsWithDoubt: true,
  /** A voucher is given to one key alone. */
  claimsOnce: true,
};

export type Guards = Record<keyof typeof allGuards, boolean>;

export const without = (...removed: (keyof Guards)[]): Guards => ({
  ...allGuards,
  ...Object.fromEntries(removed.map((name) => [name, false])),
});
