import type { AuthorityMessage } from "../../../shared/domain/cae-outcome.js";
import { findText, type XmlElement } from "../read-xml.js";
import { isReportRefusalCode, outOfOrderCode, ticketCodes, tooEarlyCode } from "./authority-codes.js";
import { type AskedNumbers, isInternalFailure, isRefused, readDetails } from "./read-details.js";
import { describeMessages, readMessages } from "./wsfe-reply.js";

/**
 * Outcome for a number, as one answer to a report of vouchers under CAEA shows it.
 *
 * - reported: the authority recorded it, perhaps with observations.
 * - rejected: refused. It consumed no number, and the voucher stays issued.
 * - notProcessed: it stands behind a refused one of the same call, so it was not read.
 * - lookUp: the number is not the one that the authority expects next (703): it may have this voucher already.
 * - notYet: refused because the first day of the code's validity is not over (1414).
 * - ticket: the access ticket was not accepted.
 * - notSent: certainly no byte of the request left this process.
 * - unknown: the answer does not show the outcome.
 */
export type ReportOutcome =
  | { outcome: "reported"; observations: AuthorityMessage[] }
  | { outcome: "rejected" | "lookUp" | "notYet" | "ticket"; reasons: AuthorityMessage[] }
  | { outcome: "notProcessed" }
  | { outcome: "notSent" | "unknown"; cause: string };

interface AskedReports extends AskedNumbers {
  /** The code under which they were issued. */
  caea: string;
}

/**
 * Reads the answer to FECAEARegInformativo. Gives one outcome per number, in their order. Never throws. An unreadable or
 * contradictory answer is "unknown". Source: issuer/authority/README.md, sections 13.3 to 13.5.
 */
export function readReportReply(text: string, asked: AskedReports): ReportOutcome[] {
  const forAll = (outcome: ReportOutcome) => asked.numbers.map(() => outcome);
  const reply = readDetails(text, form, asked);
  if ("cause" in reply) return forAll(unknown(reply.cause));
  const { details, errors } = reply;
  if (details.length === 0) return firstAlone(asked, readErrorsAlone(errors));

  const firstRefused = details.findIndex(isRefused);
  if (firstRefused >= 0 && !details.slice(firstRefused).every(isRefused))
    return forAll(unknown("a number was taken after a refused one"));
  return details.map((detail, at) => {
    if (!isRefused(detail)) return readReported(detail, asked.caea);
    return at === firstRefused ? readRefusal(detail, errors) : { outcome: "notProcessed" };
  });
}

const form = { operation: "FECAEARegInformativo", item: "FECAEADetResponse", taken: "reported" };

const unknown = (cause: string): ReportOutcome => ({ outcome: "unknown", cause });

/** The outcome of a call without details: it is about the first, and the others were not read. */
const firstAlone = ({ numbers }: AskedNumbers, outcome: ReportOutcome): ReportOutcome[] =>
  numbers.map((_, at) => (at === 0 || outcome.outcome === "unknown" ? outcome : { outcome: "notProcessed" }));

function readReported(detail: XmlElement, caea: string): ReportOutcome {
  const observations = readMessages(detail, "Observaciones", "Obs");
  if (!observations) return unknown("reported with unreadable observations");
  return (findText(detail, "CAEA") ?? caea) === caea
    ? { outcome: "reported", observations }
    : unknown("reported under another code");
}

function readRefusal(detail: XmlElement, errors: AuthorityMessage[]): ReportOutcome {
  const observations = readMessages(detail, "Observaciones", "Obs");
  if (!observations) return unknown("refused with unreadable reasons");
  const reasons = [...observations, ...errors];
  if (reasons.length === 0) return unknown("refused without a reason");
  if (isInternalFailure(reasons)) return unknown(describeMessages(reasons));
  return judgeRefusal(reasons);
}

function readErrorsAlone(errors: AuthorityMessage[]): ReportOutcome {
  if (errors.length === 0) return unknown("an empty answer");
  const isDefinitive = errors.every(({ code }) => isReportRefusalCode(code) || ticketCodes.has(code));
  return isDefinitive ? judgeRefusal(errors) : unknown(describeMessages(errors));
}

/** A number out of order comes first: then the authority may have the voucher, and its other reasons mean nothing. */
function judgeRefusal(reasons: AuthorityMessage[]): ReportOutcome {
  const has = (sought: number) => reasons.some(({ code }) => code === sought);
  if (reasons.some(({ code }) => ticketCodes.has(code))) return { outcome: "ticket", reasons };
  if (has(outOfOrderCode)) return { outcome: "lookUp", reasons };
  return { outcome: has(tooEarlyCode) ? "notYet" : "rejected", reasons };
}
