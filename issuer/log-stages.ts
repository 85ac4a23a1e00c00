import type { Log } from "../shared/log.js";
import { logStage } from "../shared/stages.js";
import type { Commit } from "./issuing/deps.js";

/** Logs, at level "debug", how long the commits of an issuance took, and adds them to its trace. */
export function logCommitStages(log: Log, commit: Commit): void {
  if (commit.type === "submitted")
    for (const submission of commit.submissions)
      logStage(log, "write ahead", submission.id, commit.startedAtMs, submission);
  if (commit.type === "approved")
    for (const { submission } of commit.approved)
      logStage(log, "commit", submission.id, commit.startedAtMs, submission);
}
