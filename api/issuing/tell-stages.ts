import { preciseNowMs, tellStage, tellsStages } from "../../shared/stages.js";
import type { ApiDeps } from "../environment.js";

/** The same dependencies, telling in the log at level "debug" when an issuance passed through them. */
export function tellingStages(deps: ApiDeps): ApiDeps {
  const { log, settlements } = deps;
  if (!tellsStages(log)) return deps;
  return {
    ...deps,
    async enqueue(sequence, issuance, requestId) {
      const fromMs = preciseNowMs();
      await deps.enqueue(sequence, issuance, requestId);
      tellStage(log, "enqueue", issuance.id, fromMs, requestId);
    },
    settlements: {
      ...settlements,
      async wait(awaited, waitMs) {
        tellStage(log, "recorded", awaited.id, preciseNowMs());
        const settled = await settlements.wait(awaited, waitMs);
        tellStage(log, "woken", awaited.id, preciseNowMs());
        return settled;
      },
    },
  };
}
