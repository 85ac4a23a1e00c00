import { createHash } from "node:crypto";
import type { Caller } from "../../shared/db/company/api-keys.js";
import {
  type Armed,
  cancelOverdue,
  findIssuanceByKey,
  type IssuanceView,
  isSameArming,
  recordIssuance,
} from "../../shared/db/issuing/issuances.js";
import { toDeclaration } from "../../shared/domain/declaration.js";
import type { IssuanceRequest } from "../../shared/domain/issuance-request.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { failpoint } from "../../shared/failpoint.js";
import { countSettled } from "../../shared/issuance-metrics.js";
import type { ApiDeps } from "../environment.js";
import { otherBodies, vatBreaches } from "../metrics.js";
import { findObstacle } from "./standing.js";
import { chooseAmounts } from "./vat-rounding.js";
import { type IssuingRequest, isOpen, waitForOther, waitForOutcome } from "./wait-for-outcome.js";

/** How an issuance ended for one request; `replay` when it did not arm it itself. */
export type Ending =
  | { kind: "settled"; view: IssuanceView; replay: boolean }
  /** Nobody can tell yet whether it was authorized. */
  | { kind: "unconfirmed" }
  /** The wake-up could not be sent and the turn never came. */
  | { kind: "unreachable" };

/**
 * Records the intent and waits for what becomes of it; a key that is known already is answered from its row.
 * Source: DESIGN.md, section 2, step 1; CONTRACT.md, "Order of the checks of POST invoices".
 */
export async function issueVoucher(deps: ApiDeps, request: IssuingRequest): Promise<Ending> {
  const { caller, body } = request;
  const giveUpAtMs = performance.now() + deps.config.REQUEST_TIMEOUT_MS;
  const bodyHash = new Uint8Array(createHash("sha256").update(JSON.stringify(body)).digest());

  const known = deps.standings.recall(caller, body);
  const ended = known && (await armAndSeeThrough(deps, request, bodyHash, known.periodStart, giveUpAtMs));
  if (ended) return ended;

  for (;;) {
    const before = await deps.standings.read(caller, body);
    const existing = before.knowsKey ? await findIssuanceByKey(deps.db, caller, body.idempotency) : undefined;
    if (existing && isOpen(existing)) {
      const settled = await waitForOther(deps, request, existing, giveUpAtMs);
      if (settled === "unconfirmed") return { kind: "unconfirmed" };
      if (settled === "lost") continue;
      if (isAnswerTo(settled, bodyHash)) return { kind: "settled", view: settled, replay: true };
    }
    if (existing?.state === "approved") {
      if (!Buffer.from(existing.bodyHash).equals(bodyHash)) otherBodies.inc();
      return { kind: "settled", view: existing, replay: true };
    }

    // Somebody else's outcome may have been waited for: what was read before is of another time.
    const standing = existing ? await deps.standings.read(caller, body) : before;
    const obstacle = findObstacle(standing);
    if (obstacle) throw obstacle;
    const ending = await armAndSeeThrough(deps, request, bodyHash, standing.periodStart, giveUpAtMs);
    if (ending) return ending;
  }
}

/** Undefined when the record was lost, or the key is somebody else's and what became of it is no answer to this request. */
async function armAndSeeThrough(
  deps: ApiDeps,
  request: IssuingRequest,
  bodyHash: Uint8Array<ArrayBuffer>,
  periodStart: string,
  giveUpAtMs: number,
): Promise<Ending | undefined> {
  const armed = await arm(deps, request, bodyHash, periodStart);
  const ending = armed && (await seeThrough(deps, request, armed, giveUpAtMs));
  if (ending?.kind !== "settled" || !ending.replay) return ending;
  return isAnswerTo(ending.view, bodyHash) ? ending : undefined;
}

/** Not approved and asked for with another body: that body was never judged, so the key is armed with it. */
const isAnswerTo = (settled: IssuanceView, bodyHash: Uint8Array) =>
  settled.state === "approved" || Buffer.from(settled.bodyHash).equals(bodyHash);

/** The record itself. Undefined when the key was taken meanwhile. */
async function arm(
  deps: ApiDeps,
  { caller, body, amounts, requestId }: IssuingRequest,
  bodyHash: Uint8Array<ArrayBuffer>,
  periodStart: string,
): Promise<Armed | undefined> {
  failpoint("before_tx1");
  const chosen = chooseAmounts(caller, body, amounts);
  if (chosen.breaches.length > 0) vatBreaches.inc({ handling: caller.vatRounding });
  const armed = await recordIssuance(deps.db, {
    key: sequenceOf(caller, body),
    body,
    bodyHash,
    amounts: chosen.amounts,
    declared: toDeclaration(body, chosen.amounts),
    vatRounding: caller.vatRounding,
    apiKeyId: caller.apiKeyId,
    requestId,
    periodStart,
    waitMs: deps.config.LOCK_WAIT_MS,
  });
  failpoint("after_tx1");
  return armed;
}

const sequenceOf = ({ companyId, production }: Caller, { posNumber, voucherType }: IssuanceRequest): SequenceKey => ({
  companyId,
  production,
  posNumber,
  voucherType,
});

/** Waits for the row that this request armed: until its turn is over, then for as long as the request may take. */
async function seeThrough(
  deps: ApiDeps,
  request: IssuingRequest,
  armed: Armed,
  giveUpAtMs: number,
): Promise<Ending | undefined> {
  const sequence = sequenceOf(request.caller, request.body);
  // Waited for before it is enqueued: the announcement of a quick issuer must not come too early to be heard.
  const turnMs = Math.min(armed.deadlineInMs, giveUpAtMs - performance.now());
  const turn = deps.settlements.wait({ ...armed, orUnconfirmed: true }, turnMs);
  const woken = await deps.enqueue(sequence, armed, request.requestId).then(
    () => true,
    (error) => {
      deps.log.warn(
        { error, requestId: request.requestId, issuanceId: armed.id },
        "the wake-up was lost; the sweep sends another",
      );
      return false;
    },
  );
  failpoint("after_enqueue");
  const settled = await turn;
  if (!settled) await giveUpTurn(deps, armed);

  const view = await waitForOutcome(
    deps,
    request,
    armed,
    giveUpAtMs,
    typeof settled === "object" ? settled : undefined,
  );
  if (view === "unconfirmed") return { kind: "unconfirmed" };
  if (view === "lost") return undefined;
  const isOfThisArming = isSameArming(view, armed);
  if (!woken && isOfThisArming && view.outcome?.code === "VOUCHER_LOCK_TIMEOUT") return { kind: "unreachable" };
  // Armed again it is somebody else's: their voucher, or their content that was refused.
  return { kind: "settled", view, replay: !isOfThisArming };
}

async function giveUpTurn(deps: ApiDeps, { id }: Armed): Promise<void> {
  failpoint("before_cancel");
  if (await cancelOverdue(deps.db, id)) countSettled("cancelled", { code: "VOUCHER_LOCK_TIMEOUT" });
}
