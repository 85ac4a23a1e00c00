import { faultless } from "../circumstances.js";
import { twoPoints } from "../companies.js";
import { without } from "../guards.js";
import type { Mutation } from "./mutation.js";
import {
  calmContingencies,
  contingencies,
  contingencyFaults,
  cutOffIssuers,
  doubtfulKeys,
  importedFromLater,
  lostContingencies,
  missingVouchers,
  refusedReports,
  reports,
  slowOperators,
} from "./situations.js";

/** Vouchers of another program are there before. */
const takenOver = { afterMs: 500, codesAtMs: [0, 0] as [number, number], isSeeded: true, never: 0.1, before: 3 };

/** Issuing under CAEA: what moves, when, under which number, and how a contingency begins and ends. */
export const contingencyMutations: Mutation[] = [
  {
    name: "moves submitted numbers",
    removes: "the condition state = 'queued' of a move: a number that is being asked for is issued under CAEA too",
    guards: without("movesQueuedOnly"),
    circumstances: contingencies,
  },
  {
    name: "doubt forgotten by a new attempt",
    removes:
      "the doubt that a key keeps over its attempts: what a failover left unconfirmed moves when it is sent again",
    guards: without("doubtOutlivesAttempts", "movesVerifiedOnly", "suspectKeysWait"),
    circumstances: doubtfulKeys,
  },
  {
    name: "key in doubt takes another numbering",
    removes: "holding a key in doubt to its point of sale and type",
    guards: without("suspectKeysStay"),
    circumstances: { ...doubtfulKeys, companies: twoPoints, voucherTypes: [6, 11], contingency: null },
  },
  {
    name: "key in doubt sent beside a missing voucher",
    removes: "the wait of a key in doubt while vouchers under CAEA are missing of which one may be its own",
    guards: without("missingStopKeys"),
    circumstances: missingVouchers,
  },
  {
    name: "holes before an imported voucher forgotten",
    removes:
      "counting the missing vouchers from our own last number: those before one that was imported seem to be known",
    guards: without("holesAreMissing"),
    circumstances: importedFromLater,
  },
  {
    name: "looks before it locks",
    removes: "taking the locks of a move in a statement of their own: it sees a contingency that is over",
    guards: without("locksBeforeLooking"),
    circumstances: { ...contingencies, probability: { ...contingencyFaults, databaseSlow: 0.6 } },
  },
  {
    name: "moves freed numbers",
    removes: "leaving alone what is remembered in freed_number, because an older request for it might be granted",
    guards: without("freedNeverMove"),
    circumstances: {
      ...contingencies,
      everyMs: { begunByHand: 15_000 },
      probability: { ...contingencyFaults, refused: 0.5 },
    },
    redundant: "a number is freed only once no request for it can be granted; a second line of defence",
  },
  {
    name: "moves another revision",
    removes: "the condition on the revision in a move: a body that its caller has replaced is issued",
    guards: without("movesOwnRevision", "movesItsOwnRow"),
    circumstances: {
      ...contingencies,
      clients: 8,
      lockWaitMs: 2_000,
      sharedKeys: 0.8,
      everyMs: { begunByHand: 10_000 },
      probability: { ...contingencyFaults, databaseSlow: 0.6, requestDoubled: 0.3 },
    },
  },
  {
    name: "moves by the id alone",
    removes: "the moment of recording in a move: after a crash, id and revision are another request's",
    guards: without("movesItsOwnRow"),
    circumstances: {
      ...contingencies,
      clients: 8,
      sharedKeys: 0.6,
      everyMs: { begunByHand: 5_000, databaseCrashes: 1_500 },
      probability: { ...contingencyFaults, databaseSlow: 0.5, jobLate: 0.3 },
    },
  },
  {
    name: "moves without a contingency",
    removes: "the row of the contingency in a move: a process that believes it lasts issues under CAEA",
    guards: without("movesInContingencyOnly"),
    circumstances: contingencies,
  },
  {
    name: "number and voucher in two commits",
    removes: "the one commit of a move: a crash between the two leaves a gap",
    guards: without("movesInOneCommit"),
    circumstances: contingencies,
  },
  {
    name: "moved dates go back",
    removes: "the order of dates in a move",
    guards: without("movedDatesGoOn"),
    circumstances: contingencies,
  },
  {
    name: "numbers what may move",
    removes: "leaving what may move to the contingency in a write-ahead",
    guards: without("holdsMovable"),
    circumstances: contingencies,
  },
  {
    name: "closed line ends what may move",
    removes: "leaving what may move in a closed line: its caller is turned away for nothing",
    guards: without("closedLineKeepsMovable"),
    circumstances: contingencies,
  },
  {
    name: "numbers under CAEA after a failover",
    removes: "not using the numbering of a point of sale that stands in after a failover: a number is given twice",
    guards: without("knowsItsStanding"),
    circumstances: lostContingencies,
  },
  {
    name: "numbers after the last report, numbers not unique",
    removes: "numbering by our own counter, and the unique index on the numbers of vouchers",
    guards: without("numbersFromOwnCounter", "uniqueVoucherNumber"),
    circumstances: contingencies,
  },
  {
    name: "proof ends no contingency",
    removes: "ending a contingency with the first proof that the authority issues",
    guards: without("evidenceEnds"),
    circumstances: calmContingencies,
  },
  {
    name: "proof ends what a person began",
    removes: "leaving a contingency that was begun by hand to a person",
    guards: without("byHandEndsByHand"),
    circumstances: contingencies,
  },
  {
    name: "query ends a silence of requests",
    removes: "waiting for an answered request when a request for a CAE failed",
    guards: without("queriesProveLittle"),
    circumstances: contingencies,
  },
  {
    name: "nobody asks the authority",
    removes: "the questions of the watch: a contingency without calls never ends",
    guards: without("probes"),
    circumstances: calmContingencies,
  },
  {
    name: "nobody tries",
    removes: "the one issuance that tries whether the authority issues again",
    guards: without("tries"),
    circumstances: calmContingencies,
  },
  {
    name: "moves what a report refuses",
    removes: "the prediction of what the authority refuses in a report alone",
    guards: without("foreseesRefusals"),
    circumstances: contingencies,
  },
  {
    name: "moves behind a refused report",
    removes: "closing a sequence whose report was refused: what is issued there cannot be reported either",
    guards: without("refusedClose"),
    circumstances: reports,
  },
  {
    name: "moves behind a number that is given up",
    removes: "closing a sequence of which the authority expects a number that nobody will report",
    guards: without("gapsClose"),
    circumstances: refusedReports,
  },
  {
    name: "begins without the date of the last number",
    removes: "the date of the last voucher when a sequence is asked for: dates go back behind another program's",
    guards: without("seedsWithDate"),
    circumstances: { ...contingencies, contingency: takenOver },
  },
  {
    name: "forgotten sequence begins anew",
    removes: "the doubt about a sequence that is first known on another history: printed numbers are given again",
    guards: without("seedsWithDoubt", "forgottenAreUnverified"),
    circumstances: { ...lostContingencies, contingency: { ...takenOver, seedsAtMs: 15_000 } },
  },
  {
    name: "answers of others do not count",
    removes: "measuring a silence from the last answer of any process",
    guards: without("silenceFromLastAnswer"),
    circumstances: cutOffIssuers,
  },
  {
    name: "begins before others contradict",
    removes: "the time in which other processes can contradict a silence before a contingency begins of it",
    guards: without("letsContradict"),
    circumstances: { ...cutOffIssuers, callTimeoutMs: 5_000 },
  },
  {
    name: "answers that do not help are silence",
    removes: "counting every answer, whatever it says: an unlisted code, or a ticket that is refused",
    guards: without("anyAnswerCounts"),
    circumstances: {
      ...calmContingencies,
      issuers: 1,
      everyMs: { ticketsForgotten: 5_000, loginDown: 15_000 },
      probability: { ...faultless, unlisted: 0.7 },
    },
  },
  {
    name: "doubt keeps others from trying",
    removes: "letting another sequence try once the outcome of the one that tries is in doubt",
    guards: without("doubtEndsTrial"),
    circumstances: slowOperators,
    redundant: "a number in doubt keeps no contingency a minute later",
  },
  {
    name: "doubt keeps a contingency",
    removes: "ending a contingency that only a number in doubt keeps, for which a person must decide",
    guards: without("doubtEnds"),
    circumstances: slowOperators,
  },
  {
    name: "refusals of one company keep a contingency",
    removes: "ending a contingency when the authority answers, and refuses the company alone",
    guards: without("refusalsEnd"),
    circumstances: {
      ...calmContingencies,
      longOutages: true,
      everyMs: { authorityAway: 10_000, delegationEnds: 20_000 },
    },
  },
  {
    name: "closed line ends the trial",
    removes: "leaving the one that tries in a closed line",
    guards: without("closedLineKeepsTrial"),
    circumstances: {
      ...calmContingencies,
      everyMs: { authorityAway: 10_000, loginDown: 10_000, ticketsForgotten: 5_000 },
      probability: { ...faultless, readLost: 0.2, answerLost: 0.2 },
    },
  },
  {
    name: "what returns to the line has no turn",
    removes: "the time for its next turn of what returns to the line",
    guards: without("returnGivesTurn"),
    circumstances: {
      ...calmContingencies,
      lockWaitMs: 2_000,
      probability: { ...faultless, connectSlow: 0.4, notSent: 0.3 },
    },
  },
  {
    name: "cut-off issuer takes sequences",
    removes: "leaving the sequences to issuers that the authority answers",
    guards: without("leavesToOthers"),
    circumstances: cutOffIssuers,
  },
];

/** Reporting to the authority afterwards. */
export const reportMutations: Mutation[] = [
  {
    name: "reports not written ahead",
    removes: "the commit that a report is sent before it is sent: after a crash nobody looks it up",
    guards: without("writesReportsAhead"),
    circumstances: reports,
  },
  {
    name: "reports not looked up",
    removes: "looking a report up that was sent before it is sent again",
    guards: without("looksUpReports"),
    circumstances: reports,
  },
  {
    name: "any reported voucher counts as ours",
    removes: "the comparison of what the authority has under a number with what was issued",
    guards: without("comparesReports"),
    circumstances: { ...reports, everyMs: { ...reports.everyMs, foreignReport: 15_000 } },
  },
  {
    name: "reports written ahead without the epoch",
    removes: "the epoch condition of a report's write-ahead (I5): two issuers report one sequence",
    guards: without("epochOnReportAhead", "lock"),
    circumstances: reports,
  },
  {
    name: "reports recorded without the epoch",
    removes: "the epoch condition of the record of a report (I5)",
    guards: without("epochOnReport", "lock"),
    circumstances: reports,
  },
  {
    name: "rejected report blocks nothing",
    removes: "leaving a rejected report, and those behind it, to a person",
    guards: without("rejectedBlock"),
    circumstances: reports,
  },
  {
    name: "gives up without a look",
    removes: "the look at the authority before a report is given up",
    guards: without("looksBeforeGivingUp"),
    circumstances: reports,
  },
  {
    name: "adopts whatever is there",
    removes: "the comparison of what the authority shows before an operator's word takes it for ours",
    guards: without("comparesAdopted"),
    circumstances: { ...reports, everyMs: { ...reports.everyMs, foreignReport: 15_000 } },
  },
];
