import type { OpenReport } from "../../shared/db/contingency/reports.js";
import type { OwnedSequence } from "../../shared/db/issuing/sequences.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { sequenceName } from "../../shared/queues/issuance.js";
import { describeMessages } from "../authority/wsfe/wsfe-reply.js";
import {
  again,
  explainForeign,
  explainGap,
  explainHidden,
  isHiddenForLong,
  judgeAnswer,
  judgeLastNumber,
  toRejected,
  toReported,
} from "./judge-report.js";
import type { ReportDeps, ReportSession } from "./report-deps.js";
import { nextStep } from "./report-step.js";

/**
 * - done: the authority has taken all reports.
 * - rejected: the first open report waits for a person.
 * - waiting: the first open report is tried again later.
 * - early: the code of the first open report cannot be reported today.
 * - busy: another issuer reports this sequence.
 * - superseded: another issuer has taken the sequence.
 * - yielded: reports are left, but another sequence waits for the place.
 */
export type ReportResult = "done" | "rejected" | "waiting" | "early" | "busy" | "superseded" | "yielded";

/**
 * Reports the vouchers under CAEA of a sequence, in the order of their numbers, with one call in flight. What was sent is looked up
 * before it is sent again. Source: issuer/README.md, section 13; issuer/authority/README.md, section 13.5.
 * @param isOver true once this sequence had its time and another one waits for its place
 */
export async function reportSequence(
  deps: ReportDeps,
  key: SequenceKey,
  isOver: () => boolean = () => false,
): Promise<ReportResult> {
  const lock = await deps.lock.tryAcquire(key);
  if (!lock) return "busy";
  try {
    return await reportUnderLock(deps, key, () => lock.isHeld() && !isOver());
  } finally {
    await lock.release();
  }
}

/** Context of all steps of one taking: the taken sequence, and the session with the authority. */
interface ReportContext {
  deps: ReportDeps;
  taken: OwnedSequence;
  session: ReportSession;
  mayGoOn(): boolean;
  /** The ticket was renewed during this taking. If the new one is refused too, only waiting helps. */
  ticketIsNew: boolean;
}

async function reportUnderLock(deps: ReportDeps, key: SequenceKey, mayGoOn: () => boolean): Promise<ReportResult> {
  const first = nextStep(await deps.store.readOpen(key), deps.nowMs());
  if (first.do === "rest") return first.why;
  const access = await deps.authority.open(key);
  const taken = await deps.store.acquireSequence(key);
  if (access.outcome === "unavailable") return wait(deps, taken, first.reports[0], access.cause);

  const reporting = { deps, taken, session: access.session, mayGoOn, ticketIsNew: false };
  while (mayGoOn()) {
    const step = nextStep(await deps.store.readOpen(key), deps.nowMs());
    if (step.do === "rest") return step.why;
    const result = await (step.do === "send" ? send(reporting, step.reports) : settle(reporting, step.reports));
    if (result !== "goOn") return result;
  }
  return "yielded";
}

type ReportStepResult = ReportResult | "goOn";
type Reports = [OpenReport, ...OpenReport[]];

/** Writes the reports ahead, then sends them in one call. */
async function send(reporting: ReportContext, reports: Reports): Promise<ReportStepResult> {
  const { deps, taken, session } = reporting;
  // The call must begin within a second from here. An issuer that was paused for longer sends nothing: another may have taken over.
  const heldAtMs = deps.clock.monotonicMs();
  if (!(await deps.store.writeAhead(taken, reports))) return "superseded";
  const outcomes = await session.report(reports, () => deps.clock.monotonicMs() - heldAtMs < 1_000);
  const { changes, next, cause, reasons } = judgeAnswer(reports, outcomes);
  if (!(await deps.store.record(taken, changes))) return "superseded";

  const count = changes.filter(({ to }) => to === "reported").length;
  const [head, ...behind] = reports.slice(count);
  if (count > 0) deps.log.info(about(taken.key, reports.slice(0, count)), "reported under CAEA");
  if (!head) return "goOn";
  deps.log.warn({ ...about(taken.key, [head, ...behind]), cause, reasons, next }, "reports were not taken");
  if (next === "lookUp") return settle(reporting, [head, ...behind], true);
  if (next === "renewTicket") return renewTicket(reporting, head, describeMessages(reasons ?? []));
  return next;
}

/**
 * Finds out what became of reports that were sent.
 * @param wasRefused the first of them was refused as out of order just now
 */
async function settle(reporting: ReportContext, reports: Reports, wasRefused = false): Promise<ReportStepResult> {
  const { deps, taken, session } = reporting;
  const [head] = reports;
  const last = await session.lastNumber(head);
  if (last.outcome === "unknown") return wait(deps, taken, head, last.cause, "sent");
  switch (judgeLastNumber(head, last.number, wasRefused)) {
    case "compare":
      return compareAll(
        reporting,
        reports.filter(({ number }) => number <= last.number),
      );
    case "send":
      return send(reporting, reports);
    case "later":
      return wait(deps, taken, head, `the last number is ${last.number}, and yet it was refused`, "sent");
    case "gap":
      return reject(deps, taken, head, explainGap(head.number, last.number));
  }
}

/** Compares the vouchers that the authority has under these numbers. One that is ours is reported; any other waits for a person. */
async function compareAll(
  { deps, taken, session, mayGoOn }: ReportContext,
  reports: OpenReport[],
): Promise<ReportStepResult> {
  for (const report of reports) {
    if (!mayGoOn()) return "goOn";
    const found = await session.lookUp(report);
    if (found.outcome === "unknown") return wait(deps, taken, report, found.cause, "sent");
    if (found.outcome === "absent") {
      if (isHiddenForLong(report)) return reject(deps, taken, report, explainHidden(report.number));
      const cause = "the authority counts it, and does not show it yet";
      return wait(deps, taken, report, cause, "sent", true);
    }
    if (found.differences.length > 0)
      return reject(deps, taken, report, explainForeign(report.number, found.differences));
    if (!(await deps.store.record(taken, [toReported(report.number, found.observations)]))) return "superseded";
    deps.log.info(about(taken.key, [report]), "found as reported under CAEA");
  }
  return "goOn";
}

/** The authority did not accept the ticket, so it read none of the reports. */
async function renewTicket(reporting: ReportContext, head: OpenReport, reason: string): Promise<ReportStepResult> {
  const { deps, taken, session } = reporting;
  const problem = reporting.ticketIsNew ? { detail: reason } : await session.renewTicket();
  reporting.ticketIsNew = true;
  return problem ? wait(deps, taken, head, problem.detail) : "goOn";
}

async function reject(
  deps: ReportDeps,
  taken: OwnedSequence,
  report: OpenReport,
  errors: ReturnType<typeof explainGap>,
): Promise<ReportResult> {
  deps.log.error({ ...about(taken.key, [report]), errors }, "a report needs a person");
  return (await deps.store.record(taken, [toRejected(report, errors)])) ? "rejected" : "superseded";
}

/** Records that a report is tried again later. */
async function wait(
  deps: ReportDeps,
  taken: OwnedSequence,
  report: OpenReport,
  cause: string,
  from: "due" | "sent" = report.state === "due" ? "due" : "sent",
  isHidden = false,
): Promise<ReportResult> {
  deps.log.warn({ ...about(taken.key, [report]), cause }, "a report waits");
  const change = { ...again(report, from, from), ...(isHidden && { isHidden }) };
  return (await deps.store.record(taken, [change])) ? "waiting" : "superseded";
}

const about = (key: SequenceKey, reports: OpenReport[]) => ({
  sequence: sequenceName(key),
  from: reports[0]?.number,
  to: reports.at(-1)?.number,
});
