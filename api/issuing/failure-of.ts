import { computeAmounts } from "../../shared/domain/amounts.js";
import type { AuthorityMessage } from "../../shared/domain/cae-outcome.js";
import { type NoVoucher, problemOf } from "../../shared/domain/issuance-outcome.js";
import type { IssuanceRequest } from "../../shared/domain/issuance-request.js";
import type { Usage } from "../../shared/domain/quota.js";
import { findVatBreaches } from "../../shared/domain/tolerance.js";
import { ApiError, businessFault } from "../errors.js";
import { suggestionFor } from "../taxauth/authority-suggestions.js";
import { quotaExceeded } from "./eligibility.js";
import { explainRefusal } from "./explain-refusal.js";
import { explainBreach, handlingOf } from "./vat-rounding.js";

/** What an answer tells of an issuance beside its outcome. */
interface Failed {
  posNumber: number;
  voucherType: number;
  /** Null when it is not kept any more. */
  body: IssuanceRequest | null;
  /** Of the month that it was for; null when it is not known. */
  usage: Usage | null;
  retryAfterMs?: number;
  /** Why its turn did not come: another issuance of its sequence has it, or no issuer gives a sign of life. */
  turn?: "busy" | "nobodyServes" | "unknown";
}

/** The answer for an issuance that made no voucher. Source: api/README.md, "Errors". */
export function failureOf(outcome: Exclude<NoVoucher, { code: "CANCELLED" }>, failed: Failed): ApiError {
  switch (outcome.code) {
    case "TAXAUTH_ERROR":
      return rejected(outcome.reasons, failed.body);
    case "TAXAUTH_CONNECTION_ERROR":
      return new ApiError(502, `The voucher was not issued. ${suggestionFor(problemOf(outcome))}`, {
        code: outcome.code,
      });
    case "SUBSCRIPTION_QUOTA_EXCEEDED":
      if (failed.usage) return quotaExceeded(failed.usage);
      return new ApiError(429, "The month's vouchers are used up.", { code: outcome.code });
    case "TAXAUTH_UNCONFIRMED":
      return unconfirmed();
    case "VALIDATION_ERROR":
      return businessFault(outcome.message);
    case "VOUCHER_LOCK_TIMEOUT": {
      const { retryAfterMs = 0 } = failed;
      return new ApiError(429, explainTurn(failed), {
        code: outcome.code,
        details: { retryAfterMs },
        headers: { "Retry-After": String(Math.ceil(retryAfterMs / 1_000)) },
      });
    }
  }
}

function explainTurn({ posNumber, voucherType, turn }: Failed): string {
  if (turn === "busy")
    return `Another issuance on point of sale ${posNumber} and type ${voucherType} is still running. The voucher was not issued; send it again with the same idempotency key.`;
  if (turn === "nobodyServes")
    return `No issuer gives a sign of life, so the turn on point of sale ${posNumber} and type ${voucherType} did not come. The voucher was not issued; send it again with the same idempotency key.`;
  return `The turn on point of sale ${posNumber} and type ${voucherType} did not come in time. The voucher was not issued; send it again with the same idempotency key.`;
}

export const unconfirmed = () =>
  new ApiError(
    409,
    "It could not be confirmed whether the tax authority authorized the voucher. Send it again with the same idempotency key.",
    { code: "TAXAUTH_UNCONFIRMED", headers: { "Retry-After": "5" } },
  );

/** The authority's own messages, and what can be done where they do not say it: about credit invoices, and the VAT tolerance. */
function rejected(reasons: AuthorityMessage[], body: IssuanceRequest | null): ApiError {
  const summary = reasons.map(({ code, msg }) => `(${code}) ${msg}`).join(" ");
  const breaches =
    body && reasons.some(({ code }) => code === 10051) ? findVatBreaches(computeAmounts(body), body.voucherType) : [];
  const ofRounding = breaches.length === 0 ? [] : [...breaches.map(explainBreach), handlingOf.line];
  const message = [summary, ...explainRefusal(reasons), ...ofRounding].join(" ");
  return new ApiError(422, message, { code: "TAXAUTH_ERROR", details: reasons });
}
