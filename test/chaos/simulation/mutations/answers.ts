import { faultless } from "../circumstances.js";
import { without } from "../guards.js";
import type { Mutation } from "./mutation.js";
import {
  freedNumbers,
  longCalls,
  manyPauses,
  pausesAndRefusals,
  quietPeriods,
  restatements,
  secondCopies,
} from "./situations.js";

/** Sending a request, and what an answer to it decides. */
export const answerMutations: Mutation[] = [
  {
    name: "unknown answer read as a rejection",
    removes: "default deny: an answer that could not be read frees the number",
    guards: without("defaultDeny"),
  },
  {
    name: "10016 on a re-send is a rejection",
    removes: "leaving the number open when only a lagging counter speaks against it",
    guards: without("staleDecidesNothing"),
    circumstances: {
      ...restatements,
      probability: { ...faultless, requestLate: 0.5, answerLost: 0.3, consultLags: 0.5, countLags: 0.5, lagsLong: 0.3 },
    },
  },
  {
    name: "refused re-send read as a rejection",
    removes: "the distinction between first send and re-send: a refusal of the second request settles the first",
    guards: without("refusalWaits"),
    circumstances: pausesAndRefusals,
  },
  {
    name: "kept refusal believed at once",
    removes: "the quiet period: a kept refusal settles while an earlier request may still be on its way",
    guards: without("quietPeriod"),
    circumstances: {
      ...pausesAndRefusals,
      refusalQuietMs: 600_000,
      probability: { ...faultless, refused: 0.5, requestLate: 0.6, lateLong: 0.8 },
    },
  },
  {
    name: "quiet goes on over a repeated request",
    removes: "beginning the quiet period anew with each request: a refusal counts while a request is a minute old",
    guards: without("quietRestarts"),
    circumstances: quietPeriods,
  },
  {
    name: "refused number only counted",
    removes: "the look-up after the refusal of a first send: a counter that lags frees a number that was granted",
    guards: without("looksUpRefused", "remembersFreed"),
    circumstances: secondCopies,
  },
  {
    name: "refused ticket frees the number",
    removes: "keeping a number whose ticket was refused: another copy of the request may have been granted",
    guards: without("ticketsExplainNothing"),
    circumstances: secondCopies,
  },
  {
    name: "ticket not noted with the number",
    removes: "noting with a number that a ticket which lists the company was sent: its refusal then frees the number",
    guards: without("notesTheTicket"),
    circumstances: secondCopies,
  },
  {
    name: "freed numbers forgotten",
    removes: "remembering what an answer freed: what an older request still gets passes for a stranger's",
    guards: without("remembersFreed"),
    circumstances: freedNumbers,
  },
  {
    name: "re-send without checking the epoch",
    removes: "reading the epoch again before a re-send",
    guards: without("looksAgain"),
    circumstances: pausesAndRefusals,
  },
  {
    name: "send long after the epoch check",
    removes: "the rule that nothing is sent more than a second after the epoch was read",
    guards: without("startsSoon"),
    circumstances: manyPauses,
  },
  {
    name: "requests repeated by the HTTP layer",
    removes: "posting once: a definitive answer may then be about the second of two requests",
    guards: without("postsOnce"),
    circumstances: longCalls,
  },
];
