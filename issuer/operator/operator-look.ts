import type { NumberVoucher } from "../../shared/db/adoption/claimants.js";
import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { AuthorityVoucher, ConsultOutcome, LastNumberOutcome } from "../../shared/domain/cae-outcome.js";
import type { FieldDifference } from "../authority/wsfe/equal-content.js";
import type { AuthoritySession } from "../issuing/deps.js";
import { declaredBefore, type SentContents } from "./earlier-contents.js";

/** Result of a look at an issuance's number. */
export interface LookResult {
  consulted: ConsultOutcome;
  last: LastNumberOutcome;
  /** The voucher under the number. */
  found: AuthorityVoucher | undefined;
  /** The last number that was given, as far as both answers tell. */
  lastNumber: number;
  /** Between what was sent and the voucher that was found. Empty when none was found. */
  differences: FieldDifference[];
  /** Between each other content that its key may have been sent with and the voucher. */
  differencesBefore: FieldDifference[][];
}

/** Reads what the authority has under the number, and its last number. @param kept what is here under the number */
export async function lookAt(
  session: AuthoritySession,
  submission: Submission,
  sent: SentContents,
  kept: NumberVoucher,
): Promise<LookResult> {
  const consulted = await session.consult(submission.number, submission.id);
  const last = await session.lastNumber(submission.id);
  const found = consulted.outcome === "found" ? consulted.voucher : undefined;
  // If no voucher has the number, a lagging counter must not move the numbering back before it.
  const lastNumber = Math.max(last.outcome === "known" ? last.number : 0, found?.numberTo ?? submission.number - 1);
  const differences = found ? session.compare(submission, found.content) : [];
  const { number } = submission;
  const differencesBefore = found
    ? declaredBefore(sent, found, kept).map((declared) => session.compare({ number, declared }, found.content))
    : [];
  return { consulted, last, found, lastNumber, differences, differencesBefore };
}
