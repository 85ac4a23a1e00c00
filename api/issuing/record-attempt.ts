import { type IssuanceAttempt, type RecordedAttempt, recordIssuance } from "../../shared/db/issuing/issuances.js";
import { type CreditBounds, recordCredit } from "../../shared/db/issuing/record-credit.js";
import type { Database } from "../../shared/db/pool/database.js";
import { withDefaults } from "../../shared/domain/further-data.js";
import { mayBeUnderCaea } from "../../shared/domain/voucher-types.js";
import { failpoint } from "../../shared/failpoints/failpoint.js";
import { logStage, preciseNowMs } from "../../shared/process/stages.js";
import { currentTraceparent } from "../../shared/tracing/tracing.js";
import type { RecordableAttempt } from "./check-attempt.js";
import { chooseDeclared } from "./choose-declared.js";
import { creditExceeds } from "./credit-exceeds.js";
import type { IssuingDeps } from "./deps.js";
import { type IssuingRequest, sequenceOf } from "./issuing-request.js";
import { explainPerceptionRefusal } from "./perceive-sale.js";

/**
 * Records the issuance with what it will declare. Undefined when another request has the key.
 * @throws ApiError 400 when it credits more than what is left
 */
export async function recordAttempt(
  deps: IssuingDeps,
  request: IssuingRequest,
  { periodStart, defaults, content }: RecordableAttempt,
): Promise<RecordedAttempt | undefined> {
  failpoint("before_tx1");
  const [fromMs, trace] = [preciseNowMs(), currentTraceparent()];
  const { caller, bodyHash, requestId, noteOf } = request;
  // As with the sale condition, what the point of sale adds is fixed here, and the hash stays that of the body alone.
  const body = withDefaults(content.body, defaults);
  const attempt: IssuanceAttempt = {
    key: sequenceOf(request),
    body,
    bodyHash,
    ...chooseDeclared(caller, body, content.amounts),
    apiKeyId: caller.apiKeyId,
    userEmail: caller.userEmail,
    requestId,
    periodStart,
    waitMs: deps.config.LOCK_WAIT_MS,
    creditedId: noteOf?.original.id ?? null,
    trace,
    movable: body.contingency === null && mayBeUnderCaea(body.voucherType),
  };
  const db = deps.issuing.of(caller);
  const bounds = { credit: noteOf?.kind === "credit" ? noteOf : undefined, perceived: content.perceived };
  const recorded =
    bounds.credit || bounds.perceived ? await recordBounded(db, attempt, bounds) : await recordIssuance(db, attempt);
  if (recorded) logStage(deps.log, "record", recorded.id, fromMs, { trace });
  failpoint("after_tx1");
  return recorded;
}

async function recordBounded(
  db: Database,
  attempt: IssuanceAttempt,
  bounds: CreditBounds,
): Promise<RecordedAttempt | undefined> {
  const recorded = await recordCredit(db, attempt, bounds);
  if (recorded && "refusal" in recorded) throw explainPerceptionRefusal(recorded.refusal);
  if (recorded && "excess" in recorded) throw creditExceeds(recorded.credit, recorded.excess);
  return recorded;
}
