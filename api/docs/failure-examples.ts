import { z } from "@hono/zod-openapi";
import type { AuthorityProblem } from "../../shared/domain/authority-problem.js";
import type { NoVoucher } from "../../shared/domain/issuance-outcome.js";
import { ApiError, businessFault, invalidBody, toEnvelope, unauthorized, unexpected } from "../http/errors.js";
import { databaseTexts } from "../http/explain-unavailable.js";
import { noVoucher, subscriptionExpired } from "../http/refusals.js";
import { keyOfAnotherVoucher } from "../issuing/answer-issuance.js";
import { asSentence, quotaExceeded, unknownPoint } from "../issuing/eligibility.js";
import { failureOf, unconfirmed } from "../issuing/failure-of.js";
import { invalidKey } from "../middleware/authenticate.js";
import { tooLarge } from "../middleware/limit-body.js";
import { tooManyConcurrent } from "../middleware/limit-concurrency.js";
import { limitOf } from "../middleware/rate-limit.js";
import { wrongMethod } from "../middleware/wrong-method.js";
import { tooMany } from "../operations/regenerate-pdf.js";
import { tooLarge as tooLargeLogo } from "../parsing/read-logo.js";
import { notReady } from "../routes/serve-pdf.js";
import { judgeBody } from "../schemas/check-body.js";
import { asText } from "../schemas/says.js";
import { item } from "../schemas/voucher-parts.js";
import { suggestionFor } from "../taxauth/authority-suggestions.js";

const usage = {
  ...{ monthlyVouchers: 500, extra: 0, usedProduction: 500, usedHomologation: 0, reserved: 0 },
  ...{ anchor: "2026-11-21", periodStart: "2026-11-21" },
};

const failed = (outcome: Exclude<NoVoucher, { code: "CANCELLED" }>) =>
  failureOf(outcome, {
    ...{ posNumber: 1, voucherType: 6, body: null, standing: null, usage },
    ...{ retryAfterMs: 2_000, turn: "busy" },
  });

const ofAuthority = (kind: AuthorityProblem["kind"], detail: string) =>
  new ApiError(502, suggestionFor({ kind, services: ["wsfe"], detail }), { code: "TAXAUTH_CONNECTION_ERROR" });

function ofBody(): ApiError {
  const judged = judgeBody(z.object({ items: z.array(item) }), {
    items: [{ description: "x", quantity: 0, price: 1 }],
  });
  return invalidBody(judged.ok ? [] : judged.faults);
}

/** Errors as the service makes them: no example says what no answer does. Source: api/README.md, "Errors". */
const cases: Record<string, ApiError> = {
  "a faulty field": ofBody(),
  "a business rule": businessFault(asSentence(unknownPoint(7))),
  "not authenticated": unauthorized(invalidKey),
  "subscription expired": subscriptionExpired(),
  "not found": noVoucher(),
  "the key belongs to another voucher": keyOfAnotherVoucher(
    { posNumber: 1, voucherType: 6, voucherNumber: 12 },
    { posNumber: 2, voucherType: 6 },
  ),
  "not confirmed": unconfirmed(),
  "the PDF is being made": notReady(),
  "wrong method": new ApiError(405, wrongMethod),
  "too large": tooLarge(1_048_576),
  "a large logo": new ApiError(413, tooLargeLogo),
  refused: failed({ code: "TAXAUTH_ERROR", reasons: [{ code: 10_015, msg: "Factura B: identifique al receptor" }] }),
  "the turn did not come": failed({ code: "VOUCHER_LOCK_TIMEOUT" }),
  "the month's quota is used up": quotaExceeded(usage),
  "printed again too often": tooMany(0),
  "too many requests": new ApiError(429, limitOf("key", 600)),
  "too many requests at once": new ApiError(429, tooManyConcurrent(200, "issuances")),
  "internal error": new ApiError(500, unexpected),
  "a server is away": new ApiError(500, databaseTexts.away),
  unreachable: ofAuthority("down", "no answer within 30000 ms"),
  "not delegated": ofAuthority("notDelegated", "coe.notAuthorized"),
  "certificate refused": ofAuthority("certificate", "cms.cert.untrusted"),
  "wrong clock": ofAuthority("clock", "xml.generationTime.invalid"),
  "numbering not told": ofAuthority("numbering", "the answer is about another sequence"),
};

/**
 * Examples of an error of this status, by the name of the case; that of a 504 depends on the route.
 * @param codes which it can have there
 */
export const failureExamples = (status: number, codes: readonly string[], takesImage: boolean) =>
  Object.fromEntries(
    Object.entries(cases)
      .filter(
        ([name, error]) =>
          error.status === status &&
          (error.code === undefined || codes.includes(error.code)) &&
          (takesImage || name !== "a large logo"),
      )
      .map(([name, error]) => [name, { value: JSON.parse(JSON.stringify(toEnvelope(error, asText))) as object }]),
  );
