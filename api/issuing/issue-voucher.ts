import { findLinedCredits } from "../../shared/db/issuing/lined-credits.js";
import { amountsOfRest } from "../../shared/domain/rest-of-original.js";
import { checkAttempt } from "./check-attempt.js";
import type { IssuingDeps } from "./deps.js";
import type { IssuanceResult } from "./issuance-result.js";
import { hashOfRequest, type IssuingRequest, isAnswerTo } from "./issuing-request.js";
import { recordAttempt } from "./record-attempt.js";
import { waitForResult } from "./wait-for-result.js";

/**
 * Issues a voucher: check, record, wait. A key that is known already is answered from its row.
 * Source: issuer/README.md, section 2, step 1; api/README.md, "Order of the checks of POST invoices".
 * @throws ApiError when nothing can be issued, or time is up
 */
export async function issueVoucher(
  deps: IssuingDeps,
  given: Omit<IssuingRequest, "bodyHash" | "giveUpAtMs" | "net">,
): Promise<IssuanceResult> {
  const giveUpAtMs = performance.now() + deps.config.REQUEST_TIMEOUT_MS;
  const request = {
    ...(await withAmountsOfRest(deps, given)),
    net: given.amounts.net,
    bodyHash: hashOfRequest(given),
    giveUpAtMs,
  };

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

/**
 * A credit note of items, with the amounts that are left of its original where its items are what is left. Two such notes at once may both
 * take them: the record bounds what they credit together. Source: api/README.md, "Credit notes".
 */
async function withAmountsOfRest<Request extends Pick<IssuingRequest, "caller" | "body" | "amounts" | "noteOf">>(
  { issuing }: Pick<IssuingDeps, "issuing">,
  request: Request,
): Promise<Request> {
  const { caller, body, amounts, noteOf } = request;
  if (noteOf?.kind !== "credit" || noteOf.isFull || noteOf.original.isImported) return request;
  const { original } = noteOf;
  const credits = await findLinedCredits(issuing.of(caller), caller, original);
  if (!credits) return request;
  const { items, priceIncludesVat } = original.payload;
  const whole = { items, priceIncludesVat, currency: original.currency, amounts: original.amounts };
  return { ...request, amounts: amountsOfRest(whole, credits, { ...body, amounts }) };
}
