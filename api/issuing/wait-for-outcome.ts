import type { Caller } from "../../shared/db/company/api-keys.js";
import {
  type ArmingId,
  findIssuanceByKey,
  findIssuances,
  type IssuanceView,
  isOfEndedHistory,
  type OfHistory,
} from "../../shared/db/issuing/issuances.js";
import type { Amounts } from "../../shared/domain/amounts.js";
import type { IssuanceRequest } from "../../shared/domain/issuance-request.js";
import type { ApiDeps } from "../environment.js";
import { timedOut } from "../errors.js";

/** A request to issue, as it was checked. */
export interface IssuingRequest {
  caller: Caller;
  body: IssuanceRequest;
  amounts: Amounts;
  requestId: string;
}

/** Nothing is decided about it yet. */
export const isOpen = (view: IssuanceView) => view.state === "queued" || view.state === "submitted";

/** An outcome that is still open this long before the request times out is answered as unconfirmed. */
const unconfirmedMarginMs = 5_000;

/**
 * `lost`: the record had not come to the disk when the server crashed. Nothing was asked for it, and it can be made anew.
 * `unconfirmed`: nobody knows yet; also of a record that a failover forgot, for it may have been asked for.
 */
type Outcome = IssuanceView | "unconfirmed" | "lost";

/**
 * A request in flight is waited for until the caller's request times out; one whose outcome is in doubt, a little less.
 * An issuance that somebody armed again meanwhile is waited for as they do.
 */
export async function waitForOutcome(
  deps: ApiDeps,
  request: IssuingRequest,
  row: Pick<ArmingId, "id" | "revision"> & OfHistory,
  giveUpAtMs: number,
  seen?: IssuanceView,
): Promise<Outcome> {
  for (let known = seen; ; known = undefined) {
    const view = await findOwn(deps, request, row, known);
    if (typeof view === "string" || !isOpen(view)) return view;
    const leftMs = giveUpAtMs - performance.now();
    if (view.doubt === "unconfirmed" || (view.doubt !== null && leftMs <= unconfirmedMarginMs)) return "unconfirmed";
    if (leftMs <= 0) throw timedOut();
    const untilMs = leftMs > unconfirmedMarginMs ? leftMs - unconfirmedMarginMs : leftMs;
    await deps.settlements.wait({ ...view, orUnconfirmed: true }, untilMs);
  }
}

/** Waits for a row that another request armed, and never touches it. */
export async function waitForOther(
  deps: ApiDeps,
  request: IssuingRequest,
  existing: IssuanceView,
  giveUpAtMs: number,
): Promise<Outcome> {
  if (existing.doubt !== "unconfirmed") return waitForOutcome(deps, request, existing, giveUpAtMs);
  // Its first caller was told that nobody knows yet: this one waits for somebody to know.
  const mostMs = Math.min(deps.config.LOCK_WAIT_MS, giveUpAtMs - unconfirmedMarginMs - performance.now());
  await deps.settlements.wait({ ...existing, orUnconfirmed: false }, mostMs);
  const view = await findOwn(deps, request, existing);
  return typeof view !== "string" && isOpen(view) ? "unconfirmed" : view;
}

/** The row of the request's key, also when it is another than was waited for: somebody else armed it after that one was lost. */
async function findOwn(
  { db, log }: ApiDeps,
  { caller, body, requestId }: IssuingRequest,
  { id, revision, timeline }: Pick<ArmingId, "id" | "revision"> & OfHistory,
  seen?: IssuanceView,
): Promise<Outcome> {
  const isOwn = (view: IssuanceView | undefined): view is IssuanceView =>
    view?.companyId === caller.companyId &&
    view.production === caller.production &&
    view.idempotency === body.idempotency &&
    view.revision >= revision;

  // What an announcement showed may be of before this arming.
  const view = isOwn(seen) ? seen : (await findIssuances(db, [id])).get(id);
  if (isOwn(view)) return view;
  log.warn({ requestId, issuanceId: id, revision }, "the database lost the record of a request");
  const ofKey = await findIssuanceByKey(db, caller, body.idempotency);
  if (isOwn(ofKey)) return ofKey;
  return (await isOfEndedHistory(db, { timeline })) ? "unconfirmed" : "lost";
}
