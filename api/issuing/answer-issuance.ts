import type { Context } from "hono";
import { withTimeout } from "../../shared/concurrency/with-timeout.js";
import type { NoteOf } from "../../shared/db/issuing/credits.js";
import type { IssuanceView } from "../../shared/db/issuing/issuances.js";
import { isHeldForOperator, type QueueState, readQueue } from "../../shared/db/issuing/queue-state.js";
import { troubleOf } from "../../shared/db/pool/database-trouble.js";
import type { IssuanceRequest } from "../../shared/domain/issuance-request.js";
import { nameOfLine } from "../../shared/domain/issuing-obstacle.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { toQuota } from "../../shared/domain/quota.js";
import { lineWithName, nameOfVoucher, voucherWithName } from "../../shared/domain/spanish.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import type { NamedVoucher } from "../../shared/domain/voucher-words.js";
import type { ApiEnv } from "../http/env.js";
import { ApiError } from "../http/errors.js";
import { retryAfterSeconds } from "../http/explain-unavailable.js";
import { patienceUntilDecidedMs } from "../http/retry-after.js";
import type { IssuingDeps } from "./deps.js";
import { failureOf, isForOperator, unconfirmed, type WaitReason } from "./failure-of.js";
import { findPreviewContext } from "./find-preview-context.js";
import type { IssuanceResult } from "./issuance-result.js";
import { type IssuingRequest, isOfSequence } from "./issuing-request.js";
import { isNobodyServing } from "./nobody-serves.js";

/** The one place that maps how an issuance ended to status and envelope. Source: api/README.md, "Errors". */
export async function answerIssuance(
  c: Context<ApiEnv>,
  deps: IssuingDeps,
  { body, noteOf }: Pick<IssuingRequest, "body" | "noteOf">,
  ending: IssuanceResult,
): Promise<Response> {
  if (ending.kind === "unconfirmed") throw await toUnconfirmed(deps, ending);
  if (ending.kind === "unreachable")
    throw new ApiError(500, nobodyToBringItTo, { headers: { "Retry-After": retryAfterSeconds } });

  const { view, replay } = ending;
  if (!view.voucher) throw await toError(deps, c.get("caller"), body, view);
  const { voucher } = view;
  if (!isOfSequence(view, body)) throw keyOfAnotherVoucher(voucher, body);
  if (noteOf && view.creditedId !== noteOf.original.id) throw keyOfAnotherNote(voucher, noteOf);

  const result = {
    id: voucher.id,
    voucherNumber: voucher.voucherNumber,
    cae: voucher.cae,
    totalAmount: Number(voucher.totalAmount),
    ...(voucher.isCaea && { authorization: "CAEA", posNumber: voucher.posNumber }),
    taxAuthObservations: voucher.observations,
    idempotencyHit: replay,
  };
  const quota = replay || !view.usage ? null : toQuota(view.usage);
  return c.json({ ok: true, result, quota }, replay ? 200 : 201);
}

type AnsweredVoucher = NonNullable<IssuanceView["voucher"]>;

const nobodyToBringItTo: LocalizedText = {
  en: "No issuer gives a sign of life, and Redis is away or full. The voucher was not issued. Try again with the same idempotency key.",
  es: "No hay ningún emisor funcionando, y Redis no responde o está lleno. El comprobante no se emitió: volvé a enviarlo más tarde con la misma clave.",
  app: "No hay ningún emisor funcionando, y el comprobante no se emitió: volvé a enviarlo más tarde desde el mismo formulario.",
};

/** `1-6-12`, as the API names a voucher. */
const keyOf = ({ posNumber, voucherType, voucherNumber }: NamedVoucher) =>
  `${posNumber}-${voucherType}-${voucherNumber}`;

/** Source: api/README.md, "Idempotency", rule 2. */
export const keyOfAnotherVoucher = (
  existing: NamedVoucher,
  requested: Pick<IssuanceRequest, "posNumber" | "voucherType">,
) =>
  new ApiError(
    409,
    {
      en: `The idempotency key already belongs to voucher ${keyOf(existing)}; this request is for ${nameOfLine(requested)}. Use a new key.`,
      es: `Con esta clave ya se emitió ${voucherWithName(existing)}, y este pedido es para ${lineWithName(requested)}: usá una clave nueva.`,
      app: `Con este formulario ya se emitió ${nameOfVoucher(existing)}: para emitir otro, empezá uno nuevo.`,
    },
    { code: "VALIDATION_ERROR" },
  );

/** Source: api/README.md, "Credit notes". */
const keyOfAnotherNote = (existing: AnsweredVoucher, { kind, original }: NoteOf) =>
  new ApiError(
    409,
    {
      en: `The idempotency key already belongs to voucher ${keyOf(existing)}, which was not made as a ${kind} note of ${keyOf(original)}. Use a new key.`,
      es: `Con esta clave ya se emitió ${voucherWithName(existing)}, que no es una nota de ${kind === "credit" ? "crédito" : "débito"} de ${voucherWithName(original)}: usá una clave nueva.`,
      app: `Con este formulario ya se emitió ${nameOfVoucher(existing)}: para otra nota, empezá desde su comprobante.`,
    },
    { code: "VALIDATION_ERROR" },
  );

/** Finds the reason of a wait. One for all numberings says more than one for this. An operator's comes first: nothing else helps before. */
async function findTurn(deps: IssuingDeps, caller: Tenant, standstill: QueueState["standstill"]): Promise<WaitReason> {
  if (standstill === "needsOperator") return standstill;
  if (await isHeldForOperator(deps.issuing.ofNobody)) return "databaseHeld";
  return (await isNobodyServing(deps, caller)) ? "nobodyServes" : standstill;
}

/**
 * Where an operator must say whether the database went back, sending it again does not help before. While the database is away nobody knows that:
 * what is unknown is still told as such.
 */
const toUnconfirmed = async (deps: IssuingDeps, told: Parameters<typeof unconfirmed>[0]): Promise<ApiError> =>
  unconfirmed({ ...told, isHeld: await isHeldForOperator(deps.issuing.ofNobody).catch(() => false) });

async function toError(
  deps: IssuingDeps,
  caller: Tenant,
  body: IssuanceRequest,
  view: IssuanceView,
): Promise<ApiError> {
  const { id, state, outcome, usage, posNumber, voucherType } = view;
  if (!outcome) throw new Error(`issuance ${id} is ${state} without an outcome`);
  if (outcome.code === "CANCELLED") throw new Error(`issuance ${id} was cancelled with its batch, and not tried again`);
  if (outcome.code === "TAXAUTH_UNCONFIRMED") return toUnconfirmed(deps, {});
  const failed = { posNumber, voucherType, body, usage };
  if (outcome.code === "TAXAUTH_ERROR")
    return failureOf(outcome, {
      ...failed,
      standing: await findPreviewContext(deps, caller, { posNumber, voucherType }),
    });
  if (outcome.code !== "VOUCHER_LOCK_TIMEOUT") return failureOf(outcome, { ...failed, standing: null });
  await needWrites(deps);
  const line = await readQueue(
    deps.issuing.of(caller),
    { ...caller, posNumber, voucherType },
    deps.config.LOCK_WAIT_MS,
  );
  const turn = await findTurn(deps, caller, line.standstill);
  const retryAfterMs = isForOperator(turn) ? patienceUntilDecidedMs : line.retryAfterMs;
  return failureOf(outcome, { ...failed, standing: null, retryAfterMs, turn });
}

const timeoutMs = 1_000;

/**
 * Asked for a sale alone whose turn did not come: an issuer writes more than its record was, so the disk may be full for the issuer first.
 * @throws the database's own error when it takes no change now
 */
async function needWrites({ probe }: Pick<IssuingDeps, "probe">): Promise<void> {
  await withTimeout(timeoutMs, probe()).catch((error) => {
    if (troubleOf(error)) throw error;
  });
}
