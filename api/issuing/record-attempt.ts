import { type RecordedAttempt, recordIssuance } from "../../shared/db/issuing/issuances.js";
import { chooseAmounts } from "../../shared/domain/amounts.js";
import { toDeclaration } from "../../shared/domain/declaration.js";
import { failpoint } from "../../shared/failpoint.js";
import type { ApiDeps } from "../environment.js";
import { vatBreaches } from "../metrics.js";
import { type IssuingRequest, sequenceOf } from "./issuing-request.js";

/** Records the issuance with what it will declare. Undefined when another request has the key. */
export async function recordAttempt(
  deps: ApiDeps,
  request: IssuingRequest,
  periodStart: string,
): Promise<RecordedAttempt | undefined> {
  failpoint("before_tx1");
  const { caller, body, bodyHash, requestId } = request;
  const { amounts, breaches } = chooseAmounts(caller, body, request.amounts);
  if (breaches.length > 0) vatBreaches.inc({ handling: caller.vatRounding });
  const recorded = await recordIssuance(deps.issuing.of(caller), {
    key: sequenceOf(request),
    body,
    bodyHash,
    amounts,
    declared: toDeclaration(body, amounts),
    vatRounding: caller.vatRounding,
    apiKeyId: caller.apiKeyId,
    requestId,
    periodStart,
    waitMs: deps.config.LOCK_WAIT_MS,
  });
  failpoint("after_tx1");
  return recorded;
}
