import { cancelOverdue, isSameAttempt, type RecordedAttempt } from "../../shared/db/issuing/issuances.js";
import { failpoint } from "../../shared/failpoints/failpoint.js";
import { countSettled } from "../../shared/process/issuance-metrics.js";
import { logStage, preciseNowMs } from "../../shared/process/stages.js";
import { currentTraceparent } from "../../shared/tracing/tracing.js";
import type { IssuingDeps } from "./deps.js";
import type { IssuanceResult } from "./issuance-result.js";
import { type IssuingRequest, sequenceOf } from "./issuing-request.js";
import { isNobodyServing } from "./nobody-serves.js";
import { waitForOutcome } from "./wait-for-outcome.js";

/**
 * Wakes the sequence and waits for the attempt that this request recorded: first until its turn is over, then for as long as the
 * request may take. Undefined when the record was lost in a crash of the database; nothing was sent for it.
 */
export async function waitForResult(
  deps: IssuingDeps,
  request: IssuingRequest,
  recorded: RecordedAttempt,
): Promise<IssuanceResult | undefined> {
  const fromMs = preciseNowMs();
  // The wait begins before the job is added, or a quick issuer could announce its result before anyone listens.
  const turnMs = Math.min(recorded.deadlineInMs, request.giveUpAtMs - performance.now());
  const turn = deps.settlements.wait({ ...recorded, orUnconfirmed: true }, turnMs);
  const wasWoken = await wake(deps, request, recorded);
  failpoint("after_enqueue");
  const { ended, view: seen } = await turn;
  logStage(deps.log, "wait", recorded.id, fromMs, { trace: currentTraceparent() });
  if (!ended) await giveUpTurn(deps, request, recorded);

  const view = await waitForOutcome(deps, request, recorded, seen);
  if (view === "recordLost") return undefined;
  if ("kind" in view) return view;
  const isOwn = isSameAttempt(view, recorded);
  const isTurnedAway = isOwn && view.outcome?.code === "VOUCHER_LOCK_TIMEOUT";
  if (!wasWoken && isTurnedAway && (await isNobodyServing(deps, request.caller))) return { kind: "unreachable" };
  return { kind: "settled", view, replay: !isOwn };
}

/** Adds the issuance's job. False when Redis is away: then issuers find the sequence themselves. */
async function wake(deps: IssuingDeps, request: IssuingRequest, { id, revision }: RecordedAttempt): Promise<boolean> {
  const { log } = deps;
  const { requestId } = request;
  const startedAtMs = preciseNowMs();
  try {
    await deps.enqueue(sequenceOf(request), { id, revision }, requestId);
    logStage(log, "enqueue", id, startedAtMs, { trace: currentTraceparent(), requestId });
    return true;
  } catch (error) {
    log.warn({ error, requestId, issuanceId: id }, "the job could not be added; issuers find the sequence themselves");
    return false;
  }
}

async function giveUpTurn(deps: IssuingDeps, { caller }: IssuingRequest, recorded: RecordedAttempt): Promise<void> {
  failpoint("before_cancel");
  if (await cancelOverdue(deps.issuing.of(caller), recorded))
    countSettled("cancelled", { code: "VOUCHER_LOCK_TIMEOUT" });
}
