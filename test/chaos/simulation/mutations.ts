import { type Circumstances, faultless } from "./circumstances.js";
import { type Guards, without } from "./guards.js";

/** One safety mechanism taken away: the simulation must notice, unless something else stands in its place. */
export interface Mutation {
  name: string;
  removes: string;
  guards: Guards;
  /** What else stands in its place. */
  redundant?: string;
  /** I4 and I5 would find it at once; with them left out, what is found is harm done. */
  harmOnly?: true;
  /** Where the mechanism matters most; without it many more seeds are needed. */
  circumstances?: Partial<Circumstances>;
}

/**
 * A worker stands still at a call while its successor's re-sends are refused, and soon believed; little else goes on. No request
 * is on its way for as long as that.
 */
const pausesAndRefusals: Partial<Circumstances> = {
  issuers: 3,
  clients: 1,
  callTimeoutMs: 1_000,
  evidenceQuietMs: 2_000,
  exclusive: false,
  everyMs: {},
  probability: { ...faultless, pauseAtCall: 0.15, refused: 0.4, requestLost: 0.2, requestLate: 0.2 },
};

/** Many takers at once, and answers that come when another has gone on. */
const crowd: Partial<Circumstances> = {
  issuers: 3,
  callTimeoutMs: 5_000,
  lockWaitMs: 20_000,
  everyMs: { foreignVoucher: 15_000 },
  probability: {
    ...faultless,
    requestLate: 0.3,
    answerLost: 0.2,
    answerSlow: 0.3,
    jobDoubled: 0.4,
    consultLags: 0.2,
    databaseSlow: 0.2,
    refused: 0.1,
    issuerPause: 0.005,
  },
};

/** The database is away for minutes while a sequence is closed and nobody asks. */
const longOutage: Partial<Circumstances> = {
  faultsEndMs: 270_000,
  endMs: 420_000,
  longOutages: true,
  issuers: 1,
  clients: 5,
  everyMs: { databaseDown: 40_000 },
  probability: { ...faultless, requestLost: 0.5, readLost: 0.97, clientDies: 0.7 },
};

/** The database crashes again and again, and issuers are slow to write ahead. */
const crashes: Partial<Circumstances> = {
  clients: 8,
  apis: 2,
  issuers: 1,
  lockWaitMs: 20_000,
  everyMs: { databaseCrashes: 1_500 },
  probability: { ...faultless, jobLate: 0.3, clientDies: 0.1 },
};

/** A standby takes over again and again while issuers are paused at calls and others issue nothing. */
const failovers: Partial<Circumstances> = {
  issuers: 3,
  clients: 6,
  apis: 2,
  batchMax: 1,
  exclusive: false,
  lockWaitMs: 20_000,
  requestTimeoutMs: 60_000,
  everyMs: { databaseFailsOver: 8_000 },
  probability: {
    ...faultless,
    requestLate: 0.2,
    answerLost: 0.2,
    answerSlow: 0.2,
    databaseSlow: 0.3,
    countLags: 0.2,
    issuerPause: 0.01,
    redisFails: 0.05,
    requestDoubled: 0.2,
  },
};

/** Others issue what ours looks like, and answers are lost. */
const twins: Partial<Circumstances> = {
  clients: 4,
  exclusive: false,
  everyMs: { foreignVoucher: 8_000, foreignTwin: 2_500 },
  probability: { ...faultless, requestLost: 0.4, answerLost: 0.2, countLags: 0.5, consultLags: 0.3, lagsLong: 0.5 },
};

/** The authority answers in other words than it was told, and answers are lost. */
const restatements: Partial<Circumstances> = {
  clients: 4,
  exclusive: false,
  everyMs: {},
  probability: { ...faultless, answerLost: 0.5, restated: 0.5 },
};

/** Many at once, asked for together. */
const batches: Partial<Circumstances> = {
  clients: 8,
  batchMax: 10,
  lockWaitMs: 20_000,
  everyMs: {},
  probability: { ...faultless, requestLost: 0.1, requestLate: 0.2, answerLost: 0.2, refused: 0.1, issuerCrash: 0.01 },
};

export const mutations: Mutation[] = [
  {
    name: "submit without the epoch",
    removes: "the epoch condition of submitNext (I5; the unique index on the numbers that are out prevents harm)",
    guards: without("epochOnSubmit", "lock"),
    circumstances: crowd,
  },
  {
    name: "submit without the epoch, numbers not unique",
    removes: "the same and that index",
    guards: without("epochOnSubmit", "uniqueSubmittedNumber", "lock"),
    harmOnly: true,
    circumstances: crowd,
    redundant: "submitNext gives no number while one is submitted, whoever asks",
  },
  {
    name: "approve without the epoch",
    removes: "the epoch condition of approve (I5; state, number and revision prevent harm)",
    guards: without("epochOnApprove"),
  },
  {
    name: "settle without the epoch",
    removes: "the epoch condition of settleWithoutVoucher: a worker that lost its sequence frees a number in use",
    guards: without("epochOnSettle", "lock"),
    harmOnly: true,
    circumstances: crowd,
  },
  {
    name: "renumber without the epoch",
    removes: "the epoch condition of renumber (I5; it is looked whose the number is before)",
    guards: without("epochOnRenumber", "lock"),
    circumstances: crowd,
  },
  {
    name: "split the VAT anew without the epoch",
    removes: "the epoch condition of rewriteAmounts (I5): a worker that lost its sequence writes the same number ahead",
    guards: without("epochOnRewrite", "lock"),
    circumstances: { ...crowd, everyMs: {} },
  },
  {
    name: "note doubts without the epoch",
    removes: "the epoch condition of markResolving and markUnconfirmed (I5; state, number and revision prevent harm)",
    guards: without("epochOnDoubt"),
  },
  {
    name: "close the line without the epoch",
    removes: "the epoch condition of settleQueued (I5): a worker that lost its sequence turns its callers away",
    guards: without("epochOnClose"),
  },
  {
    name: "epoch not raised",
    removes: "the raising of the epoch: two takers of a sequence carry the same one",
    guards: without("epochIsRaised", "lock"),
    harmOnly: true,
    circumstances: crowd,
  },
  {
    name: "epoch kept for everybody",
    removes: "giving a kept epoch to one drain alone: two of one process go on under the same one",
    guards: without("retainedForOne", "lock"),
    circumstances: crowd,
  },
  {
    name: "no write-ahead",
    removes: "the commit of the number before it is asked for",
    guards: without("writeAhead"),
  },
  {
    name: "settle last",
    removes: "settling what is left submitted before a new number is given",
    guards: without("settleFirst"),
  },
  {
    name: "settle last, numbers not unique",
    removes: "the same, and the unique index on the numbers that are out",
    guards: without("settleFirst", "uniqueSubmittedNumber"),
  },
  {
    name: "another number after an unknown answer",
    removes: "keeping the number of an intent whose voucher is found under it",
    guards: without("keepsNumber"),
  },
  {
    name: "body of an earlier revision",
    removes: "sending the body that the write-ahead committed: what was read first is sent though it was armed anew",
    guards: without("bodyOfRevision"),
  },
  {
    name: "open rows armed again",
    removes: "leaving queued and submitted rows alone when their key is sent again",
    guards: without("openRowsAreKept"),
  },
  {
    name: "key not unique",
    removes: "the unique index on the idempotency key",
    guards: without("uniqueKey"),
  },
  {
    name: "records never flushed",
    removes: "the flush of the record with the write-ahead: a crash forgets what the authority was asked for",
    guards: without("commitsInOrder"),
    circumstances: crashes,
  },
  {
    name: "whatever has the id",
    removes: "the look whether a row is still the request's own: a crash forgot it, and its id is another's",
    guards: without("knowsItsRow"),
    circumstances: crashes,
  },
  {
    name: "cancel in any state",
    removes: "the condition state = 'queued' of the cancel",
    guards: without("cancelNeedsQueued"),
  },
  {
    name: "cancel before the deadline",
    removes: "the deadline condition of the cancel: an old waiter gives up a row that was armed since",
    guards: without("cancelNeedsDeadline"),
  },
  {
    name: "429 without a cancel",
    removes: "winning the cancel before 429 is told",
    guards: without("cancelBeforeTelling"),
  },
  {
    name: "no sweep of the overdue",
    removes: "the sweep that cancels what a dead api left queued",
    guards: without("sweepCancels"),
  },
  {
    name: "no sweep that wakes",
    removes: "the sweep that wakes open sequences when their jobs were lost",
    guards: without("sweepWakes"),
  },
  {
    name: "wake-ups back off",
    removes: "forgetting a failed wake-up: after a long outage it sleeps on, and keeps others from being sent",
    guards: without("wakesAtOnce"),
    circumstances: longOutage,
  },
  {
    name: "unknown read as rejected",
    removes: "default deny: an answer that was not read frees the number",
    guards: without("defaultDeny"),
  },
  {
    name: "found is adopted",
    removes: "the comparison of fields: whatever has our number is taken for ours",
    guards: without("comparesFields"),
  },
  {
    name: "those after it stay",
    removes: "putting the numbers after a freed one back in line: nothing can be granted under them any more",
    guards: without("othersMoveToo"),
    circumstances: batches,
  },
  {
    name: "highest number first",
    removes: "settling what is left in the order of the numbers",
    guards: without("lowestFirst"),
    circumstances: batches,
  },
  {
    name: "found is adopted however old",
    removes: "the comparison of times: where others issue, an equal voucher from before our request is taken for ours",
    guards: without("comparesTime"),
    circumstances: twins,
  },
  {
    name: "10016 on a first send means somebody else",
    removes: "looking the number up before it is left: of a request that came twice the first copy was granted",
    guards: without("looksBeforeRenumbering"),
    circumstances: { ...restatements, probability: { ...faultless, requestTwice: 0.3 } },
  },
  {
    name: "what differs is somebody else's",
    removes: "the difference between a field that identifies and one that does not",
    guards: without("nearIsNotOther"),
    circumstances: restatements,
  },
  {
    name: "what was not declared differs",
    removes: "ignoring elements that nobody declared: an operator is called for nothing",
    guards: without("ignoresUndeclared"),
    circumstances: { ...restatements, probability: { ...faultless, answerLost: 0.5, unknownElement: 0.5 } },
  },
  {
    name: "declared anew at every look",
    removes: "keeping what was sent: after a deploy our own voucher looks like another's",
    guards: without("keepsWhatWasSent"),
    circumstances: { ...restatements, everyMs: { deploys: 3_000 }, probability: { ...faultless, answerLost: 0.5 } },
  },
  {
    name: "10016 on a re-send is a rejection",
    removes: "leaving open what only a lagging counter says",
    guards: without("staleDecidesNothing"),
    circumstances: {
      ...restatements,
      probability: { ...faultless, requestLate: 0.5, answerLost: 0.3, consultLags: 0.5, countLags: 0.5, lagsLong: 0.3 },
    },
  },
  {
    name: "epochs counted on",
    removes: "the token of a taking: after a failover a count comes a second time, and two hold the sequence",
    guards: without("drawsTokens", "knowsItsHistory", "lock"),
    circumstances: failovers,
  },
  {
    name: "commits in another history",
    removes: "the timeline of a taking: whoever took the sequence before a failover goes on after it",
    guards: without("knowsItsHistory", "lock"),
    circumstances: failovers,
  },
  {
    name: "numbers over what nothing explains",
    removes: "the proof of the numbering after a failover: a forgotten voucher is taken for somebody else's",
    guards: without("verifies"),
    circumstances: failovers,
  },
  {
    name: "sends what a lost history may have sent",
    removes: "leaving unsent what was recorded before a failover",
    guards: without("lostQueueIsNotSent"),
    circumstances: failovers,
  },
  {
    name: "refused on a re-send",
    removes: "the difference between first send and re-send: a refusal of the second request settles the first",
    guards: without("refusalWaits"),
    circumstances: pausesAndRefusals,
  },
  {
    name: "refusal counts at once",
    removes: "the quiet period: a kept refusal settles while an earlier request may be on its way",
    guards: without("quietPeriod"),
    circumstances: {
      ...pausesAndRefusals,
      evidenceQuietMs: 600_000,
      probability: { ...faultless, refused: 0.5, requestLate: 0.6, lateLong: 0.8 },
    },
  },
  {
    name: "re-send without a look",
    removes: "the look at the epoch before a re-send",
    guards: without("looksAgain"),
    circumstances: pausesAndRefusals,
  },
  {
    name: "send however late",
    removes: "the rule that nothing is sent more than a second after the epoch was looked at",
    guards: without("startsSoon"),
    circumstances: pausesAndRefusals,
  },
  {
    name: "requests repeated by the HTTP layer",
    removes: "posting once: a definitive answer no longer speaks of the only request",
    guards: without("postsOnce"),
  },
  {
    name: "no Redlock",
    removes: "the lock: every worker takes every sequence",
    guards: without("lock"),
    // With many callers each new taker cuts the look of the one before short: that work is what the lock saves.
    circumstances: { clients: 4 },
    redundant: "the epoch decides who commits; the lock only saves work (issuer/README.md, section 4)",
  },
  {
    name: "commits of another revision",
    removes: "the conditions state, number and revision of commits about a submission",
    guards: without("exactSubmission"),
    redundant: "under the current epoch nobody else can have moved the submission; they stand if the epoch ever fails",
  },
  {
    name: "numbers not unique",
    removes: "the unique index on the numbers that are out",
    guards: without("uniqueSubmittedNumber"),
    redundant: "settle first and the epoch leave one submission per sequence; it stands if either ever fails",
  },
  {
    name: "read before the epoch is raised",
    removes: "raising the epoch before the submissions are read: one written in between is not seen",
    guards: without("raisesBeforeReading"),
    circumstances: { everyMs: {} },
    redundant: "the unique index on the numbers that are out refuses the second number",
  },
];
