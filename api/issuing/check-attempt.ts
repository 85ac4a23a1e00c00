import { findIssuanceByKey, type IssuanceView } from "../../shared/db/issuing/issuances.js";
import { findKeyObstacle } from "../../shared/db/issuing/suspicion.js";
import { toFiscalDate } from "../../shared/domain/calendar.js";
import { findRefusal, ignore } from "../http/handling.js";
import { otherBodies } from "../http/metrics.js";
import { findLatePayment } from "../schemas/late-payment.js";
import { foreseeCreditExcess } from "./credit-exceeds.js";
import type { IssuingDeps } from "./deps.js";
import { type Eligibility, findObstacle } from "./eligibility.js";
import type { IssuanceResult } from "./issuance-result.js";
import { hasSameBody, type IssuingRequest, isAnswerTo, isOpen, sequenceOf } from "./issuing-request.js";
import { obstacleOfKey } from "./key-obstacle.js";
import { explainPerceptionRefusal, type PerceivedContent, perceiveSale } from "./perceive-sale.js";
import { findUndefinedKeys } from "./undefined-keys.js";
import { waitForOther } from "./wait-for-outcome.js";

/** Either the key's own issuance answers the request, or it may be recorded in this month of the subscription, with this content. */
export type CheckedAttempt = { ending: IssuanceResult } | RecordableAttempt;

export interface RecordableAttempt extends Pick<Eligibility, "periodStart" | "defaults"> {
  content: PerceivedContent;
}

/**
 * Checks whether the request may be recorded. Source: api/README.md, "Order of the checks of POST invoices".
 * @param mayRecall the cached state is enough; a known key then shows when the INSERT returns nothing
 * @throws ApiError for what keeps the company from issuing
 */
export async function checkAttempt(
  deps: IssuingDeps,
  request: IssuingRequest,
  { mayRecall }: { mayRecall: boolean },
): Promise<CheckedAttempt> {
  const { caller, body, handling } = request;
  const recalled = mayRecall ? deps.eligibility.recall(caller, body) : undefined;
  // What the cache does not know may have been defined since: only a fresh look decides.
  if (recalled && findUndefinedKeys(body, recalled).length === 0 && lateOf(request, recalled).length === 0) {
    const content = await perceive(deps, request, recalled);
    // A key that is known is answered first, whatever would be computed now.
    if (!("refusal" in content)) return { ...recalled, content };
  }

  for (;;) {
    const before = await deps.eligibility.read(caller, body);
    ignore(handling, findUndefinedKeys(body, before));
    const existing = before.knowsKey
      ? await findIssuanceByKey(deps.issuing.of(caller), caller, body.idempotency)
      : undefined;
    const ending = existing && (await endingOf(deps, request, existing));
    if (ending === "recordLost") continue;
    if (ending) return { ending };
    const refusal = existing && (await findKeyObstacle(deps.issuing.of(caller), sequenceOf(request), body.idempotency));
    if (refusal) throw obstacleOfKey(refusal, body);

    // Waiting for the other request took time: read again.
    const eligibility = existing ? await deps.eligibility.read(caller, body) : before;
    const content = await perceive(deps, request, eligibility);
    const late = findRefusal(handling, lateOf(request, eligibility));
    if ("refusal" in content) throw findObstacle(eligibility, late ?? explainPerceptionRefusal(content.refusal));
    const obstacle = findObstacle(
      eligibility,
      late ?? (await foreseeCreditExcess(deps, { caller, noteOf: request.noteOf, ...content })),
    );
    if (obstacle) throw obstacle;
    return { ...eligibility, content };
  }
}

const perceive = ({ issuing, standings }: IssuingDeps, request: IssuingRequest, { sircipVersion }: Eligibility) =>
  perceiveSale(issuing.of(request.caller), request.caller, request, standings.under(sircipVersion));

const lateOf = ({ body }: IssuingRequest, { today }: Eligibility) =>
  [findLatePayment(body, toFiscalDate(today))].flatMap((fault) => fault ?? []);

/** How the key's existing issuance answers the request. Undefined if it does not: it made no voucher and may be tried again. */
async function endingOf(
  deps: IssuingDeps,
  request: IssuingRequest,
  existing: IssuanceView,
): Promise<IssuanceResult | "recordLost" | undefined> {
  if (isOpen(existing)) {
    const outcome = await waitForOther(deps, request, existing);
    if (outcome === "recordLost" || "kind" in outcome) return outcome;
    return isAnswerTo(request, outcome) ? { kind: "settled", view: outcome, replay: true } : undefined;
  }
  if (existing.state !== "approved") return undefined;
  if (!hasSameBody(request, existing)) otherBodies.inc();
  return { kind: "settled", view: existing, replay: true };
}
