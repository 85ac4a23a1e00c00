import { expect, test } from "vitest";
import { isClosed } from "../../../issuer/operator/closed-authority.js";
import { type AuthorityProblem, authorityProblemKinds } from "../../../shared/domain/authority-problem.js";
import { notAsked } from "../../../shared/domain/issuance-outcome.js";

const because = (kind: AuthorityProblem["kind"]) => notAsked({ kind, services: ["wsfe"], detail: "no ticket" });

test.each(authorityProblemKinds)(
  "nobody can ask an authority that lets the company in no more, and an outage is waited for: %s",
  (kind) => {
    expect(isClosed({ reason: because(kind) })).toBe(kind !== "down");
  },
);

test("nobody can ask one that gives no ticket for the moment, or that our own pace keeps us from", () => {
  expect(isClosed({ reason: because("down"), isWithheld: true })).toBe(true);
});

test("nobody can ask without a certificate", () => {
  expect(isClosed({ reason: { code: "VALIDATION_ERROR", obstacle: { why: "noCertificate" } } })).toBe(true);
  expect(isClosed({ reason: { code: "VOUCHER_LOCK_TIMEOUT" } })).toBe(false);
});
