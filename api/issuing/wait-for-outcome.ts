import {
  type AttemptId,
  findIssuanceByKey,
  findIssuances,
  type IssuanceView,
  isOfEndedHistory,
  type RecordedHistory,
} from "../../shared/db/issuing/issuances.js";
import { promote } from "../../shared/db/issuing/places.js";
import { nobodyServes, timedOut } from "../http/timed-out.js";
import type { IssuingDeps } from "./deps.js";
import type { UnconfirmedIssuance } from "./issuance-result.js";
import { type IssuingRequest, isOpen } from "./issuing-request.js";
import { isNobodyServing } from "./nobody-serves.js";

/** An outcome that is still open this long before the request times out is answered as unconfirmed. */
const unconfirmedMarginMs = 5_000;

/**
 * - unconfirmed: nobody knows yet. Also for a record that a failover forgot, because a voucher may have been asked for.
 * - recordLost: the record had not reached the disk when the server crashed. Nothing was sent, and it can be recorded anew.
 */
type AwaitedOutcome = IssuanceView | UnconfirmedIssuance | "recordLost";

const unconfirmed = ({ problem, needsOperator }: Omit<UnconfirmedIssuance, "kind">): UnconfirmedIssuance => ({
  kind: "unconfirmed",
  problem,
  needsOperator,
});

/** Whether an outcome is told, and is not the row itself. */
const isTold = (outcome: AwaitedOutcome): outcome is Exclude<AwaitedOutcome, IssuanceView> =>
  outcome === "recordLost" || "kind" in outcome;

type AttemptRow = Pick<AttemptId, "id" | "revision"> & RecordedHistory;

/**
 * Waits for an issuance until the caller's request times out; a little less when its outcome is in doubt. If another request
 * tried the key again meanwhile, that attempt is waited for.
 * @param seen the row as an announcement showed it
 */
export async function waitForOutcome(
  deps: IssuingDeps,
  request: IssuingRequest,
  row: AttemptRow,
  seen?: IssuanceView,
): Promise<AwaitedOutcome> {
  for (let known = seen; ; known = undefined) {
    const view = await findOwn(deps, request, row, known);
    if (isTold(view) || !isOpen(view)) return view;
    const leftMs = request.giveUpAtMs - performance.now();
    if (view.doubt === "unconfirmed" || (view.doubt !== null && leftMs <= unconfirmedMarginMs))
      return unconfirmed(view);
    if (leftMs <= 0)
      throw (await isNobodyServing(deps, request.caller)) ? nobodyServes() : timedOut("POST", "/invoices");
    const untilMs = leftMs > unconfirmedMarginMs ? leftMs - unconfirmedMarginMs : leftMs;
    await deps.settlements.wait({ ...view, orUnconfirmed: true }, untilMs);
  }
}

/**
 * Waits for an issuance that another request recorded, and never changes it. Only its place changes when it is of a batch, because
 * now somebody waits for it.
 */
export async function waitForOther(
  deps: IssuingDeps,
  request: IssuingRequest,
  existing: IssuanceView,
): Promise<AwaitedOutcome> {
  if (existing.patient && existing.state === "queued") {
    await promote(deps.issuing.of(request.caller), existing.id);
    await deps.wakeSequence(existing, request.requestId);
  }
  if (existing.doubt !== "unconfirmed") return waitForOutcome(deps, request, existing);
  // The issuance is already marked `unconfirmed`. Do not end the wait on that mark: an outcome may still come in time.
  const maxMs = Math.min(deps.config.LOCK_WAIT_MS, request.giveUpAtMs - unconfirmedMarginMs - performance.now());
  await deps.settlements.wait({ ...existing, orUnconfirmed: false }, maxMs);
  const view = await findOwn(deps, request, existing);
  return !isTold(view) && isOpen(view) ? unconfirmed(view) : view;
}

/** The row of the request's key. It has another id if the first record was lost and another request recorded the key anew. */
async function findOwn(
  { issuing, log }: IssuingDeps,
  { caller, body, requestId }: IssuingRequest,
  { id, revision, timeline }: AttemptRow,
  seen?: IssuanceView,
): Promise<AwaitedOutcome> {
  const isOwn = (view: IssuanceView | undefined): view is IssuanceView =>
    view?.companyId === caller.companyId &&
    view.production === caller.production &&
    view.idempotency === body.idempotency &&
    view.revision >= revision;

  // The row of an announcement may be older than this attempt.
  const view = isOwn(seen) ? seen : (await findIssuances(issuing.ofNobody, [id])).get(id);
  if (isOwn(view)) return view;
  log.warn({ requestId, issuanceId: id, revision }, "the database lost the record of a request");
  const ofKey = await findIssuanceByKey(issuing.of(caller), caller, body.idempotency);
  if (isOwn(ofKey)) return ofKey;
  return (await isOfEndedHistory(issuing.ofNobody, { timeline }))
    ? unconfirmed({ problem: null, needsOperator: false })
    : "recordLost";
}
