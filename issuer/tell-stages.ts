import type { Log } from "../shared/log.js";
import { preciseNowMs, type Stage, tellStage, tellsStages } from "../shared/stages.js";
import type { AuthoritySession, IssuerDeps } from "./deps.js";

/** The same dependencies, telling in the log at level "debug" when an issuance passed through them. */
export function tellingStages(deps: IssuerDeps): IssuerDeps {
  const { log, store, authority } = deps;
  if (!tellsStages(log)) return deps;
  const tellingSession = (session: AuthoritySession): AuthoritySession => ({
    ...session,
    requestCae: (submission, mayStart) =>
      timed(log, "call", session.requestCae(submission, mayStart), () => submission.id),
  });
  return {
    ...deps,
    store: {
      ...store,
      submitNext: (taken) =>
        timed(log, "write ahead", store.submitNext(taken), (next) =>
          next.outcome === "submitted" ? next.submission.id : undefined,
        ),
      approve: (taken, submission, approval) =>
        timed(log, "commit", store.approve(taken, submission, approval), () => submission.id),
    },
    authority: {
      async open(key) {
        const opened = await authority.open(key);
        return opened.outcome === "open" ? { ...opened, session: tellingSession(opened.session) } : opened;
      },
    },
  };
}

async function timed<Result>(
  log: Log,
  stage: Stage,
  task: Promise<Result>,
  whose: (result: Result) => number | undefined,
): Promise<Result> {
  const fromMs = preciseNowMs();
  const result = await task;
  const issuanceId = whose(result);
  if (issuanceId !== undefined) tellStage(log, stage, issuanceId, fromMs);
  return result;
}
