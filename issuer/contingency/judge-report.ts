import type { OpenReport, ReportChange } from "../../shared/db/contingency/reports.js";
import type { AuthorityMessage } from "../../shared/domain/cae-outcome.js";
import { beginningOf } from "../../shared/domain/clean-text.js";
import { type FieldDifference, tellDifferences } from "../authority/wsfe/equal-content.js";
import type { ReportOutcome } from "../authority/wsfe/report-reply.js";

const firstWaitMs = 2_000;
const longestWaitMs = 60_000;

/** Retry of the report with backoff: after 2 seconds at first, then twice as long each time, and a minute at most. */
export const again = ({ number, tries }: OpenReport, from: "due" | "sent", to = from): ReportChange => ({
  ...{ number, from, to, tries: tries + 1 },
  waitMs: Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(tries, 10)),
});

/** The report may be sent again at once, when its turn comes. */
const freed = ({ number }: OpenReport, to: "due" | "sent"): ReportChange => ({
  number,
  from: "sent",
  to,
  tries: 0,
  waitMs: 0,
});

/** The state before the write-ahead. */
const stateBefore = ({ state }: OpenReport) => (state === "due" ? "due" : "sent");

/** Changes by an answer, and what comes next. */
export interface JudgedReport {
  changes: ReportChange[];
  next: "goOn" | "rejected" | "waiting" | "lookUp" | "renewTicket";
  /** Why it does not just go on. */
  cause?: string;
  reasons?: AuthorityMessage[];
}

/**
 * Judges the answer to a report. The authority goes in the order of the numbers: it took none after the first that it did not take.
 * Source: issuer/README.md, section 13; issuer/authority/README.md, section 13.5.
 * @param reports as they were before the write-ahead; each is `sent` now
 */
export function judgeAnswer(reports: OpenReport[], outcomes: ReportOutcome[]): JudgedReport {
  const reported = reports.flatMap(({ number }, at) => {
    const one = outcomes[at];
    const isTaken = outcomes.slice(0, at).every(({ outcome }) => outcome === "reported");
    return one?.outcome === "reported" && isTaken ? [toReported(number, one.observations)] : [];
  });
  const [head, ...behind] = reports.slice(reported.length);
  if (!head) return { changes: reported, next: "goOn" };

  const answer = outcomes[reported.length] ?? { outcome: "unknown", cause: "no outcome" };
  const notRead = behind.map((one) => freed(one, "due"));
  const asBefore = behind.map((one) => freed(one, stateBefore(one)));
  const stillSent = behind.map((one) => freed(one, "sent"));
  switch (answer.outcome) {
    case "rejected":
      return { ...answer, changes: [...reported, toRejected(head, answer.reasons), ...notRead], next: "rejected" };
    case "notYet":
      return { ...answer, changes: [...reported, again(head, "sent", "due"), ...notRead], next: "waiting" };
    case "ticket":
      return { ...answer, changes: [...reported, freed(head, stateBefore(head)), ...asBefore], next: "renewTicket" };
    case "notSent":
      return {
        ...answer,
        changes: [...reported, again(head, "sent", stateBefore(head)), ...asBefore],
        next: "waiting",
      };
    case "lookUp":
      return { ...answer, changes: [...reported, ...stillSent], next: "lookUp" };
    case "unknown":
      return { ...answer, changes: [...reported, again(head, "sent"), ...stillSent], next: "waiting" };
    case "reported":
    case "notProcessed":
      return {
        cause: "an answer without a refusal",
        changes: [...reported, again(head, "sent"), ...stillSent],
        next: "waiting",
      };
  }
}

export const toReported = (number: number, observations: AuthorityMessage[]): ReportChange => ({
  ...{ number, from: "sent", to: "reported", observations },
});

export const toRejected = ({ number }: OpenReport, errors: AuthorityMessage[]): ReportChange => ({
  ...{ number, from: "sent", to: "rejected", errors },
});

/**
 * Judges by the authority's last number a report that was sent, or refused as out of order.
 * - compare: it has a voucher under this number.
 * - send: it has not: the same content is sent again.
 * - later: it refused the number, and yet expects it, or less than we know that it has: its counter lags behind.
 * - gap: it lacks numbers before this one, which nobody will ever report: a person has to find out why.
 */
export function judgeLastNumber(
  { number, followsReported }: OpenReport,
  lastNumber: number,
  wasRefused: boolean,
): "compare" | "send" | "later" | "gap" {
  if (number <= lastNumber) return "compare";
  if (!wasRefused) return "send";
  return lastNumber === number - 1 || followsReported ? "later" : "gap";
}

/** A counter may be ahead of what it counts, but not for an hour: then a person has to find out why. */
const longHiddenMs = 3_600_000;

export const isHiddenForLong = ({ hiddenMs }: OpenReport): boolean => hiddenMs !== null && hiddenMs >= longHiddenMs;

const outOfOrder = (msg: string): AuthorityMessage[] => [{ code: 703, msg }];

export const explainGap = (number: number, lastNumber: number): AuthorityMessage[] =>
  outOfOrder(
    `The tax authority expects number ${lastNumber + 1} next, so ${number} cannot be reported: the numbers before it were not.`,
  );

export const explainHidden = (number: number): AuthorityMessage[] =>
  outOfOrder(`The tax authority has counted number ${number} for an hour, and shows no voucher under it.`);

/** Why one is given up that the authority never refused. No code of the authority's. */
export const explainNoOutcome = (number: number, tries: number): AuthorityMessage[] => [
  { code: 0, msg: `Number ${number} was reported ${tries} times, and the tax authority never gave an outcome.` },
];

export const explainForeign = (number: number, differences: FieldDifference[]): AuthorityMessage[] =>
  outOfOrder(
    beginningOf(
      `The tax authority has another voucher under number ${number} (ours / theirs: ${tellDifferences(differences)})`,
      500,
    ),
  );
