import type { SubmitResult } from "../shared/db/issuing/write-ahead.js";
import type { Log } from "../shared/log.js";
import { preciseNowMs, type Stage, tellStage, tellsStages } from "../shared/stages.js";
import type { AuthoritySession, IssuerDeps } from "./issuing/deps.js";

/** The same dependencies, telling in the log at level "debug" when an issuance passed through them. */
export function tellingStages(deps: IssuerDeps): IssuerDeps {
  const { log, store, authority } = deps;
  if (!tellsStages(log)) return deps;
  const tellingSession = (session: AuthoritySession): AuthoritySession => ({
    ...session,
    requestCae: (submissions, mayStart) =>
      timed(log, "call", session.requestCae(submissions, mayStart), () => submissions),
  });
  return {
    ...deps,
    store: {
      ...store,
      submitNext: (taken, most) => timed(log, "write ahead", store.submitNext(taken, most), submissionsOf),
      approve: (taken, approvals, most) => {
        const approving = store.approve(taken, approvals, most);
        void timed(log, "write ahead", approving, (result) => submissionsOf(result?.next)).catch(() => undefined);
        return timed(log, "commit", approving, () => approvals.map(({ submission }) => submission));
      },
    },
    authority: {
      async open(key) {
        const opened = await authority.open(key);
        return opened.outcome === "open" ? { ...opened, session: tellingSession(opened.session) } : opened;
      },
    },
  };
}

const submissionsOf = (next: SubmitResult | undefined) => (next?.outcome === "submitted" ? next.submissions : []);

async function timed<Result>(
  log: Log,
  stage: Stage,
  task: Promise<Result>,
  whose: (result: Result) => { id: number }[],
): Promise<Result> {
  const fromMs = preciseNowMs();
  const result = await task;
  for (const { id } of whose(result)) tellStage(log, stage, id, fromMs);
  return result;
}
