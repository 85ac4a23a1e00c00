import { expect, test } from "vitest";
import { findNumbering } from "../../../issuer/issuing/find-numbering.js";
import type { LastNumberOutcome } from "../../../shared/domain/cae-outcome.js";
import type { NoVoucher } from "../../../shared/domain/issuance-outcome.js";
import { openScript, refusedLogin, taken } from "./scripted-authority.js";

const unknown = (more: Partial<Extract<LastNumberOutcome, { outcome: "unknown" }>>): LastNumberOutcome => ({
  outcome: "unknown",
  cause: "said so",
  permanent: false,
  reasons: [],
  ...more,
});
const ticket = [{ code: 600, msg: "token" }];
const closed = [{ code: 11002, msg: "point of sale" }];
const mismatch = { kind: "numbering" as const, services: ["wsfe"], detail: "another sequence" };

test.each<[string, LastNumberOutcome, Partial<NoVoucher>]>([
  [
    "no answer",
    unknown({}),
    { code: "TAXAUTH_CONNECTION_ERROR", problem: { kind: "down", services: ["wsfe"], detail: "said so" } },
  ],
  ["another sequence", unknown({ problem: mismatch }), { code: "TAXAUTH_CONNECTION_ERROR", problem: mismatch }],
  [
    "a refused login is not a missing delegation",
    unknown({ permanent: true, reasons: ticket, problem: refusedLogin }),
    { code: "TAXAUTH_CONNECTION_ERROR", problem: refusedLogin },
  ],
  ["a closed point of sale", unknown({ permanent: true, reasons: closed }), { code: "TAXAUTH_ERROR", reasons: closed }],
])("an unknown last number tells the line what is wrong: %s", async (_, outcome, expected) => {
  const { sequence } = openScript({ lastNumbers: [outcome] });
  const found = await findNumbering({ ...sequence, taken: { ...taken, lastNumber: null } });
  expect(found).toEqual({ unavailable: expect.objectContaining(expected) });
});
