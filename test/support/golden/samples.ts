import type { AdoptionCandidate } from "../../../shared/db/adoption/claimants.js";
import type { OpenReport } from "../../../shared/db/contingency/reports.js";
import type { Approval } from "../../../shared/db/issuing/approve.js";
import type { IssuanceAttempt } from "../../../shared/db/issuing/issuances.js";
import type { OwnedSequence } from "../../../shared/db/issuing/sequences.js";
import type { Submission } from "../../../shared/db/issuing/submissions.js";
import { computeAmounts } from "../../../shared/domain/amounts.js";
import { toDeclaration } from "../../../shared/domain/declaration.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { recordedAs } from "../samples/recorded-voucher.js";
import { attemptOn, bodyOn } from "../samples/waiting-lines.js";

/** Any values: a statement's text must not depend on them, or a golden one names what it depends on. */
export const tenant = { companyId: 1, production: true };
export const key: SequenceKey = { ...tenant, posNumber: 1, voucherType: 6 };
export const taken: OwnedSequence = {
  ...{ id: 1, key, epoch: 1, token: "1" },
  ...{ lastNumber: 1, lastDate: "20260301", unverified: false },
};
export const uuid = "00000000-0000-4000-8000-000000000000";
export const fortnight = { period: 202603, fortnight: 1 as const, validFrom: "20260301", validTo: "20260315" };

export const body = bodyOn(key);
const amounts = computeAmounts(body);
const declared = toDeclaration(body, amounts);
export const content = { body, amounts, declared };

export const attempt: IssuanceAttempt = attemptOn(key, body, 1);

export const submission: Submission = {
  ...{ id: 1, revision: 1, number: 2, ...content, vatRounding: "auto", requestId: "1" },
  ...{ authorityTimeMs: null, measuredAtMs: null, refusal: null, quietMs: 0, sends: 1, isListed: true, doubt: null },
  ...{ isDenied: false, looks: null, nowMs: 0, isBackground: false, mayFailOver: true },
};

export const approval: Approval = {
  ...{ submission, cae: "86330767790001", caeExpirationDate: "20260311", observations: [], authorityTimeMs: null },
  isAnswer: true,
};

export const claimant: AdoptionCandidate = {
  id: 1,
  revision: 1,
  state: "failed",
  number: null,
  requestId: "1",
  content,
};

export const recorded = recordedAs(declared, 3, "86330767790002");

export const report: OpenReport = {
  ...{ voucherId: 1, issuanceId: 1, number: 1, state: "due", caea: { code: "1", validFrom: "20260301" }, declared },
  ...{ generatedAtMs: 0, tries: 0, waitMs: 0, followsReported: true, hiddenMs: null },
};
