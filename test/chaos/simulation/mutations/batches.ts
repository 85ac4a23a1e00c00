import { faultless } from "../circumstances.js";
import { without } from "../guards.js";
import type { Mutation } from "./mutation.js";
import { closedLines, crowd, lostBatches, manyElements, waitingElements } from "./situations.js";

/** Elements of batches: their places, their patience, their keys, and what is told of them. */
export const batchMutations: Mutation[] = [
  {
    name: "elements in front of callers",
    removes: "the places of elements behind all callers of their line",
    guards: without("elementsGoLast"),
    circumstances: manyElements,
  },
  {
    name: "elements not brought forward",
    removes: "the new place of an element whose key a caller sends",
    guards: without("bringsForward"),
    circumstances: manyElements,
  },
  {
    name: "callers in large calls",
    removes: "the condition that nobody waits for the first in line when many go in one call",
    guards: without("callersGoInSmallCalls"),
    circumstances: manyElements,
  },
  {
    name: "caller taken for an element",
    removes: "making an attempt impatient when a caller arms an element's key again: a closed line does not answer it",
    guards: without("callersAreNotPatient"),
    circumstances: closedLines,
  },
  {
    name: "closed line ends elements",
    removes: "leaving elements in line while the authority is away or a number is unresolved",
    guards: without("closedLineKeepsElements"),
    circumstances: closedLines,
  },
  {
    name: "return to the line without the epoch",
    removes: "the epoch condition of returnToLine (I5): a superseded worker takes a number back that is in use",
    guards: without("epochOnReturn", "lock"),
    circumstances: {
      ...crowd,
      batchClients: 2,
      probability: { ...faultless, ...closedLines.probability, issuerPause: 0.01 },
    },
  },
  {
    name: "return to the line keeps its quota",
    removes: "giving the quota of a number back when it returns to the line",
    guards: without("returnFreesQuota"),
    circumstances: closedLines,
  },
  {
    name: "lost answer taken as not sent",
    removes: "the rule that only a request of which no byte left the process was not sent",
    guards: without("unknownIsNotUnsent"),
    circumstances: closedLines,
  },
  {
    name: "element armed while its key is open",
    removes: "waiting with an element whose key another request has",
    guards: without("elementsWaitForTheirKey"),
    circumstances: manyElements,
  },
  {
    name: "element told before its outcome",
    removes: "keeping an element pending while its number is unconfirmed",
    guards: without("elementsWaitForOutcome"),
    circumstances: closedLines,
  },
  {
    name: "outcome noted in another commit",
    removes: "noting what became of an issuance on its elements in the same commit: a crash loses the note",
    guards: without("notesInTheCommit"),
    circumstances: manyElements,
  },
  {
    name: "cancelled batch ends numbered elements",
    removes: "the condition state = 'queued' of a batch's cancel",
    guards: without("cancelsQueuedOnly"),
    circumstances: manyElements,
  },
  {
    name: "cancelled batch ends other attempts",
    removes: "ending only what the batch's own pending elements armed: a caller's later attempt is cancelled",
    guards: without("cancelsPendingOnly", "cancelsOwnAttempt"),
    circumstances: manyElements,
  },
  {
    name: "cancel of another revision",
    removes: "the condition on the revision in a batch's cancel",
    guards: without("cancelsOwnAttempt"),
    circumstances: manyElements,
  },
  {
    name: "no sweep that tends batches",
    removes: "the sweep that arms elements which waited for their key, and ends batches",
    guards: without("sweepTendsBatches"),
    circumstances: manyElements,
  },
  {
    name: "sweep takes the oldest of all companies",
    removes:
      "looking at what can be changed alone, in turns by company: elements that wait keep others from being armed",
    guards: without("sweepTakesTurns"),
    circumstances: waitingElements,
  },
  {
    name: "unarmed element forgets its key",
    removes: "linking an element that ends unarmed to its key: it stays not issued when its key gets a voucher",
    guards: without("endedKeepTheirKey"),
    circumstances: waitingElements,
  },
  {
    name: "key of a waiting element not marked",
    removes: "marking the issuance to which a sweep links an element: what becomes of it is not noted on the element",
    guards: without("linksMarkTheKey"),
    circumstances: waitingElements,
  },
  {
    name: "late judged by time alone",
    removes: "judging an element after its day by its key: one that nobody sent is told as unconfirmed",
    guards: without("lateIsJudgedByKey"),
    circumstances: { ...waitingElements, timeoutMs: 10_000 },
  },
  {
    name: "elements armed after a failover",
    removes: "leaving elements unarmed that were recorded before a failover: one of them may have been sent already",
    guards: without("lostElementsAreNotArmed"),
    circumstances: lostBatches,
  },
  {
    name: "lost elements told as cancelled",
    removes: "telling elements that were recorded before a failover that nobody knows whether they were sent",
    guards: without("lostElementsAreNotCancelled"),
    circumstances: lostBatches,
  },
  {
    name: "lost elements wait for a day",
    removes: "ending elements in line at once that were recorded before a failover: they are never sent",
    guards: without("lostElementsEnd"),
    circumstances: { ...lostBatches, probability: faultless },
  },
];
