import { checkAttempt } from "./check-attempt.js";
import type { IssuingDeps } from "./deps.js";
import type { IssuanceResult } from "./issuance-result.js";
import { hashOfRequest, type IssuingRequest, isAnswerTo } from "./issuing-request.js";
import { recordAttempt } from "./record-attempt.js";
import { withAmountsOfRest } from "./rest-of-original.js";
import { waitForResult } from "./wait-for-result.js";

/**
 * Issues a voucher: check, record, wait. A key that is known already is answered from its row.
 * Source: issuer/README.md, section 2, step 1; api/README.md, "Order of the checks of POST invoices".
 * @throws ApiError when nothing can be issued, or time is up
 */
export async function issueVoucher(
  deps: IssuingDeps,
  given: Omit<IssuingRequest, "bodyHash" | "giveUpAtMs">,
): Promise<IssuanceResult> {
  const giveUpAtMs = performance.now() + deps.config.REQUEST_TIMEOUT_MS;
  const request = { ...(await withAmountsOfRest(deps, given)), bodyHash: hashOfRequest(given), giveUpAtMs };

  for (let isFirst = true; ; isFirst = false) {
    const checked = await checkAttempt(deps, request, { mayRecall: isFirst });
    if ("ending" in checked) return checked.ending;

    const recorded = await recordAttempt(deps, request, checked);
    if (!recorded) continue; // another request took the key meanwhile

    const ending = await waitForResult(deps, request, recorded);
    if (ending && isForThis(request, ending)) return ending;
  }
}

/** Another request's outcome answers this one only if both sent the same body, or a voucher was made. */
const isForThis = (request: IssuingRequest, ending: IssuanceResult): boolean =>
  ending.kind !== "settled" || !ending.replay || isAnswerTo(request, ending.view);
