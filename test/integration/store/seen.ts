import type { ApproveResult } from "../../../shared/db/issuing/approve.js";
import type { Submission } from "../../../shared/db/issuing/submissions.js";
import type { SubmitResult } from "../../../shared/db/issuing/write-ahead.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { describeKey } from "../../chaos/simulation/companies.js";
import type { Side } from "./side.js";

/** Results of statements in a form that is the same on every side. */
export const seeSubmission = (one: Submission, { beginMs }: Side) => ({
  key: one.body.idempotency,
  ...{ revision: one.revision, number: one.number, authorityTimeMs: one.authorityTimeMs, refusal: one.refusal },
  ...{
    quietMs: one.quietMs,
    sends: one.sends,
    isListed: one.isListed,
    doubt: one.doubt,
    isDenied: one.isDenied,
    isBackground: one.isBackground,
  },
  ...{ mayFailOver: one.mayFailOver, nowMs: one.nowMs - beginMs },
  looks: one.looks?.map(({ at, questions }) => [at - beginMs, questions]) ?? null,
  declared: [one.declared.total, one.declared.net, one.declared.voucherDate],
});
export const seeSubmit = (result: SubmitResult, names: Map<number, string>, side: Side) => {
  if (result.outcome === "submitted") return result.submissions.map((one) => seeSubmission(one, side));
  return result.outcome === "quotaExhausted" ? `no quota for ${names.get(result.issuanceId)}` : result.outcome;
};
export const seeApproved = (result: ApproveResult | undefined, names: Map<number, string>, side: Side) =>
  result && {
    approved: result.approved.map(({ submission }) => names.get(submission.id)),
    othersWait: result.othersWait,
    ...(result.next && { next: seeSubmit(result.next, names, side) }),
  };
export const seeIds = (ids: number[], names: Map<number, string>) => ids.map((id) => names.get(id)).sort();
export const seeKeys = (keys: SequenceKey[]) => keys.map(describeKey).sort();
