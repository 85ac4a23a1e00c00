import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { AuthorityMessage } from "../../shared/domain/cae-outcome.js";
import type { SequenceSession } from "./fenced-sequence.js";
import type { LookupBudget } from "./lookup-budget.js";
import type { StepResult } from "./results.js";
import { settleRefused, toRefusal } from "./settle.js";
import { type UndecidedLook, undecided } from "./undecided.js";

/**
 * Handles 10016 on a repeated request. Either the date is refused, which the previous voucher proves, or an earlier request was
 * granted. Source: issuer/README.md, section 3, STALE.
 */
export async function explainStale(
  round: LookupBudget,
  submission: Submission,
  reasons: AuthorityMessage[],
): Promise<StepResult | UndecidedLook> {
  const last = await round.authority.lastNumber(submission.id);
  if (last.outcome === "unknown") return undecided();
  if (last.number >= submission.number) return undecided({ again: true, refusal: null });
  if (last.number === submission.number - 1 && (await isBeforeLast(round, submission)))
    return settleRefused(round, submission, toRefusal(reasons));
  return undecided();
}

/** Whether a previous voucher has a later date, by our record or the authority's. Dates never go back in a sequence. */
export async function isBeforeLast(
  { taken: { lastDate }, authority }: SequenceSession,
  { id, number, declared }: Submission,
): Promise<boolean> {
  if (lastDate !== null && lastDate > declared.voucherDate) return true;
  if (number === 1) return false;
  const before = await authority.consult(number - 1, id);
  return before.outcome === "found" && before.voucher.voucherDate > declared.voucherDate;
}
