import type { OpenReport } from "../../shared/db/contingency/reports.js";
import { isReportable } from "../../shared/domain/fortnight.js";

/**
 * Next step in a sequence with open reports.
 * - send: report these, in one call.
 * - lookUp: find out what became of these, which were sent before.
 * - rest: nothing now. `done`: all are taken. `rejected`: the first waits for a person. `waiting`: it is not due yet. `early`: it cannot be
 * reported on the first day of its code's validity.
 */
export type ReportStep =
  | { do: "send" | "lookUp"; reports: [OpenReport, ...OpenReport[]] }
  | { do: "rest"; why: "done" | "rejected" | "waiting" | "early" };

/** The next step. One call is about consecutive numbers under one code. Source: issuer/README.md, section 13. */
export function nextStep(open: OpenReport[], nowMs: number): ReportStep {
  const [head] = open;
  if (!head) return { do: "rest", why: "done" };
  if (head.state === "rejected") return { do: "rest", why: "rejected" };
  if (head.waitMs > 0) return { do: "rest", why: "waiting" };
  if (!isReportable(head.caea, nowMs)) return { do: "rest", why: "early" };

  const isSent = head.state === "sent";
  const end = open.findIndex(
    ({ number, state, caea }, at) =>
      number !== head.number + at ||
      caea.code !== head.caea.code ||
      state === "rejected" ||
      (isSent && state !== "sent"),
  );
  const others = open.slice(1, end === -1 ? undefined : end);
  return { do: isSent ? "lookUp" : "send", reports: [head, ...others] };
}
