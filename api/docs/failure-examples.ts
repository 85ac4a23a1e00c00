import type { AuthorityProblem } from "../../shared/domain/authority-problem.js";
import { unexpected } from "../errors.js";
import { suggestionFor } from "../taxauth/authority-suggestions.js";

interface FailureExample {
  ok: false;
  error: string;
  code?: string;
  details?: unknown;
  /** Only where the body is an image. */
  isOfImage?: true;
}

const example = (error: string, code?: string, details?: unknown): FailureExample => ({
  ok: false,
  error,
  ...(code !== undefined && { code }),
  ...(details !== undefined && { details }),
});

const authorityExample = (kind: AuthorityProblem["kind"], detail: string): FailureExample =>
  example(suggestionFor({ kind, services: ["wsfe"], detail }).en, "TAXAUTH_CONNECTION_ERROR");

const fault = { field: "items.0.price", message: "must be at least 0" };
const quota = { granted: 500, used: 500, remaining: 0, periodEnd: "2026-12-21" };

/** Examples of each error, by HTTP status and name of the case; that of a 504 depends on the route. Source: api/README.md, "Errors". */
export const failureExamples: Record<number, Record<string, FailureExample>> = {
  400: {
    "a faulty field": example("items.0.price: must be at least 0", "VALIDATION_ERROR", { errors: [fault] }),
    "a business rule": example(
      "Point of sale 7 does not exist in this environment; add it before issuing.",
      "VALIDATION_ERROR",
    ),
  },
  401: { "not authenticated": example("The API key is not valid for this company.") },
  402: {
    "subscription expired": example(
      "The subscription has expired: the company is read-only until it is renewed.",
      "SUBSCRIPTION_EXPIRED",
    ),
  },
  404: { "not found": example("There is no such voucher in this environment.", "NOT_FOUND") },
  409: {
    "the key belongs to another voucher": example(
      "The idempotency key already belongs to voucher 1-6-12; this request is for 2-6. Use a new key.",
      "VALIDATION_ERROR",
    ),
    "not confirmed": example(
      "It could not be confirmed whether the tax authority authorized the voucher. Send it again with the same idempotency key.",
      "TAXAUTH_UNCONFIRMED",
    ),
    "the PDF is being made": example("The PDF is still being made; ask again in a few seconds.", "PDF_NOT_READY"),
  },
  405: { "wrong method": example("This path does not serve that method.") },
  413: {
    "too large": example("The body is larger than 1 MB."),
    "a large logo": { ...example("A logo may have at most 512 KiB."), isOfImage: true },
  },
  422: {
    refused: example("(10015) Factura B: identifique al receptor", "TAXAUTH_ERROR", [
      { code: 10_015, msg: "Factura B: identifique al receptor" },
    ]),
  },
  429: {
    "the turn did not come": example(
      "Another issuance on point of sale 1 and type 6 is still running. The voucher was not issued; send it again with the same idempotency key.",
      "VOUCHER_LOCK_TIMEOUT",
      { retryAfterMs: 2_000 },
    ),
    "the month's quota is used up": example(
      "The month's 500 vouchers are used up; the quota renews on 2026-12-21.",
      "SUBSCRIPTION_QUOTA_EXCEEDED",
      { quota },
    ),
    "printed again too often": example("The PDF of a voucher can be made anew 5 times a day.", "QUOTA_EXCEEDED"),
    "too many requests": example("Too many requests: this key may make 600 a minute."),
    "too many requests at once": example("Too many requests at once: this company has 200 issuances in progress."),
  },
  500: {
    "internal error": example(unexpected.en),
    "a server is away": example("The database does not answer. Try again in a moment with the same data."),
  },
  502: {
    unreachable: authorityExample("down", "no answer within 30000 ms"),
    "not delegated": authorityExample("notDelegated", "coe.notAuthorized"),
    "certificate refused": authorityExample("certificate", "cms.cert.untrusted"),
    "wrong clock": authorityExample("clock", "xml.generationTime.invalid"),
    "numbering not told": authorityExample("numbering", "the answer is about another sequence"),
  },
};
