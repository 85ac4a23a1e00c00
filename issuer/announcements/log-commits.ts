import { type Log, withoutLooking } from "../../shared/logging/log.js";
import { logStage } from "../../shared/process/stages.js";
import { traceIdOf } from "../../shared/tracing/traceparent.js";
import type { Commit } from "../issuing/deps.js";

/**
 * Logs each voucher; and at level "debug" how long the commits of an issuance took, which it also adds to its trace.
 */
export function createCommitLog(log: Log): (commit: Commit) => void {
  const vouchers = withoutLooking(log);
  return (commit) => {
    if (commit.type === "submitted")
      for (const submission of commit.submissions)
        logStage(log, "write ahead", submission.id, commit.startedAtMs, submission);
    if (commit.type !== "approved") return;
    for (const { submission, voucherId, cae } of commit.approved) {
      const { requestId, trace, id, number } = submission;
      if (log.isLevelEnabled("info"))
        vouchers.info({ requestId, traceId: traceIdOf(trace), issuanceId: id, voucherId, number, cae }, "approved");
      logStage(log, "commit", id, commit.startedAtMs, submission);
    }
  };
}
