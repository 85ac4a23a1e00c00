import type { Log } from "../shared/log.js";
import { logStage } from "../shared/stages.js";
import type { Commit } from "./issuing/deps.js";

/** Logs, at level "debug", how long the commits of an issuance took. */
export function logCommitStages(log: Log, commit: Commit): void {
  if (commit.type === "submitted")
    for (const { id } of commit.submissions) logStage(log, "write ahead", id, commit.startedAtMs);
  if (commit.type === "approved")
    for (const { submission } of commit.approved) logStage(log, "commit", submission.id, commit.startedAtMs);
}
