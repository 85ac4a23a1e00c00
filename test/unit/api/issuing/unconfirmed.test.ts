import { describe, expect, test } from "vitest";
import { retryAfter } from "../../../../api/http/retry-after.js";
import { failureOf, unconfirmed } from "../../../../api/issuing/failure-of.js";
import { suggestionFor } from "../../../../api/taxauth/authority-suggestions.js";
import {
  type AuthorityProblem,
  authorityProblemKinds,
  isLasting,
} from "../../../../shared/domain/authority-problem.js";
import { localizeFor } from "../../../../shared/domain/localized-text.js";

const problemOf = (kind: AuthorityProblem["kind"]): AuthorityProblem => ({
  kind,
  services: ["wsfe"],
  detail: "(600) token",
});

describe("the 409 of a number in doubt, while the company is not let in", () => {
  test.each(authorityProblemKinds.filter((kind) => isLasting({ kind })))("tells what to do: %s", (kind) => {
    const { status, code, said, headers } = unconfirmed({ problem: problemOf(kind) });
    expect([status, code, headers]).toEqual([409, "TAXAUTH_UNCONFIRMED", {}]);
    for (const reader of ["en", "es", "app"] as const)
      expect(localizeFor(reader, said)).toContain(localizeFor(reader, suggestionFor(problemOf(kind))));
    expect(said.en).toContain("Once that is mended, send it again with the same idempotency key, never with another.");
    expect(said.es).toContain("volvé a enviarlo con la misma clave, nunca con otra");
    expect(said.app).toContain("no cargues otro");
    expect(said.app).not.toMatch(/clave/);
  });

  test("without a problem it says when to look again, in the words of before", () => {
    const { said, headers } = unconfirmed();
    expect(headers).toEqual({ "Retry-After": "5" });
    expect(said.en).toBe(
      "It could not be confirmed whether the tax authority authorized the voucher. Send it again with the same idempotency key.",
    );
  });
});

describe("Retry-After and details.retryAfterMs", () => {
  test.each([0, 1, 999, 1_000, 1_001, 1_500, 59_999, 60_000])(
    "agree, and no answer tells to wait less: %i ms",
    (ms) => {
      const { headers, details } = retryAfter(ms);
      expect(Number(headers["Retry-After"]) * 1_000).toBe(details.retryAfterMs);
      expect(details.retryAfterMs).toBeGreaterThanOrEqual(Math.max(ms, 1_000));
    },
  );

  test("do so in the answer that has both", () => {
    const line = { posNumber: 1, voucherType: 6, body: null, standing: null, usage: null };
    const { headers, details } = failureOf({ code: "VOUCHER_LOCK_TIMEOUT" }, { ...line, retryAfterMs: 2_345 });
    expect([headers, details]).toEqual([{ "Retry-After": "3" }, { retryAfterMs: 3_000 }]);
  });
});
