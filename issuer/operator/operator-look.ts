import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { ConsultOutcome, LastNumberOutcome } from "../../shared/domain/cae-outcome.js";
import type { FieldDifference } from "../authority/wsfe/equal-content.js";
import type { AuthoritySession } from "../issuing/deps.js";

/** What a look at an issuance's number showed. */
export interface Seen {
  consulted: ConsultOutcome;
  last: LastNumberOutcome;
  /** Between what was sent and the voucher that was found. Empty when none was found. */
  differences: FieldDifference[];
}

/** Reads what the authority has under the number, and its last number. */
export async function lookAt(session: AuthoritySession, submission: Submission): Promise<Seen> {
  const consulted = await session.consult(submission.number, submission.id);
  const last = await session.lastNumber(submission.id);
  const differences = consulted.outcome === "found" ? session.compare(submission, consulted.voucher.content) : [];
  return { consulted, last, differences };
}
