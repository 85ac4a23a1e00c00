import type { Context } from "hono";
import type { CreditOf } from "../../shared/db/issuing/credits.js";
import { estimateWaitMs, type IssuanceView } from "../../shared/db/issuing/issuances.js";
import { computeAmounts } from "../../shared/domain/amounts.js";
import type { AuthorityMessage } from "../../shared/domain/cae-outcome.js";
import { problemOf } from "../../shared/domain/issuance-outcome.js";
import type { IssuanceRequest } from "../../shared/domain/issuance-request.js";
import { toQuota } from "../../shared/domain/quota.js";
import { findVatBreaches } from "../../shared/domain/tolerance.js";
import type { ApiDeps, ApiEnv } from "../environment.js";
import { ApiError, businessFault } from "../errors.js";
import { suggestionFor } from "../taxauth/authority-suggestions.js";
import { quotaExceeded } from "./eligibility.js";
import type { Ending } from "./ending.js";
import type { IssuingRequest } from "./issuing-request.js";
import { explainBreach, handlingOf } from "./vat-rounding.js";

/** The one place that maps how an issuance ended to status and envelope. Source: api/README.md, "Errors". */
export async function answerIssuance(
  c: Context<ApiEnv>,
  deps: ApiDeps,
  { body, credit }: Pick<IssuingRequest, "body" | "credit">,
  ending: Ending,
): Promise<Response> {
  if (ending.kind === "unconfirmed") throw unconfirmed();
  if (ending.kind === "unreachable")
    throw new ApiError(500, "The voucher was not issued. Try again with the same idempotency key.");

  const { view, replay } = ending;
  if (!view.voucher) throw await toError(deps, c.get("caller"), body, view);
  const { voucher } = view;
  if (voucher.posNumber !== body.posNumber || voucher.voucherType !== body.voucherType)
    throw keyOfAnotherVoucher(voucher, body);
  if (credit && view.creditedId !== credit.original.id) throw keyOfAnotherCredit(voucher, credit);

  const result = {
    id: voucher.id,
    voucherNumber: voucher.voucherNumber,
    cae: voucher.cae,
    totalAmount: Number(voucher.totalAmount),
    taxAuthObservations: voucher.observations,
    idempotencyHit: replay,
  };
  const quota = replay || !view.usage ? null : toQuota(view.usage);
  return c.json({ ok: true, result, quota }, replay ? 200 : 201);
}

type Voucher = NonNullable<IssuanceView["voucher"]>;

/** Source: api/README.md, "Idempotency", rule 2. */
const keyOfAnotherVoucher = (existing: Voucher, requested: IssuanceRequest) =>
  new ApiError(
    409,
    `The idempotency key already belongs to voucher ${existing.posNumber}-${existing.voucherType}-${existing.voucherNumber}; ` +
      `this request is for ${requested.posNumber}-${requested.voucherType}. Use a new key.`,
    { code: "VALIDATION_ERROR" },
  );

/** Source: api/README.md, "Credit notes". */
const keyOfAnotherCredit = (existing: Voucher, { original }: CreditOf) =>
  new ApiError(
    409,
    `The idempotency key already belongs to voucher ${existing.posNumber}-${existing.voucherType}-${existing.voucherNumber}, which was not made ` +
      `as a credit note of ${original.posNumber}-${original.voucherType}-${original.voucherNumber}. Use a new key.`,
    { code: "VALIDATION_ERROR" },
  );

const unconfirmed = () =>
  new ApiError(
    409,
    "It could not be confirmed whether the tax authority authorized the voucher. Send it again with the same idempotency key.",
    { code: "TAXAUTH_UNCONFIRMED", headers: { "Retry-After": "5" } },
  );

async function toError(
  deps: ApiDeps,
  caller: { companyId: number; production: boolean },
  body: IssuanceRequest,
  view: IssuanceView,
): Promise<ApiError> {
  const { outcome } = view;
  switch (outcome?.code) {
    case "TAXAUTH_ERROR":
      return rejected(outcome.reasons, body);
    case "TAXAUTH_CONNECTION_ERROR":
      return new ApiError(502, `The voucher was not issued. ${suggestionFor(problemOf(outcome))}`, {
        code: outcome.code,
      });
    case "SUBSCRIPTION_QUOTA_EXCEEDED":
      if (view.usage) return quotaExceeded(view.usage);
      return new ApiError(429, "The month's vouchers are used up.", { code: outcome.code });
    case "TAXAUTH_UNCONFIRMED":
      return unconfirmed();
    case "CANCELLED":
      throw new Error(`issuance ${view.id} was cancelled with its batch, and not tried again`);
    case "VALIDATION_ERROR":
      return businessFault(outcome.message);
    case "VOUCHER_LOCK_TIMEOUT": {
      const retryAfterMs = await estimateWaitMs(deps.issuing.of(caller), {
        ...caller,
        posNumber: view.posNumber,
        voucherType: view.voucherType,
      });
      return new ApiError(
        429,
        `Another issuance on point of sale ${view.posNumber} and type ${view.voucherType} is still running. The voucher was not issued; send it again with the same idempotency key.`,
        {
          code: outcome.code,
          details: { retryAfterMs },
          headers: { "Retry-After": String(Math.ceil(retryAfterMs / 1_000)) },
        },
      );
    }
    default:
      throw new Error(`issuance ${view.id} is ${view.state} without an outcome`);
  }
}

/** The authority's own messages. A breach of the VAT tolerance is explained, because its code does not say what to do. */
function rejected(reasons: AuthorityMessage[], body: IssuanceRequest): ApiError {
  const summary = reasons.map(({ code, msg }) => `(${code}) ${msg}`).join(" ");
  const breaches = reasons.some(({ code }) => code === 10051)
    ? findVatBreaches(computeAmounts(body), body.voucherType)
    : [];
  const hint = breaches.length === 0 ? "" : ` ${breaches.map(explainBreach).join(" ")} ${handlingOf.line}`;
  return new ApiError(422, summary + hint, { code: "TAXAUTH_ERROR", details: reasons });
}
