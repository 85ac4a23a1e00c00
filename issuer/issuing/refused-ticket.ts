import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { AuthorityMessage } from "../../shared/domain/cae-outcome.js";
import type { SequenceSession } from "./fenced-sequence.js";
import { openLookupBudget } from "./lookup-budget.js";
import { renewTicket } from "./renew-ticket.js";
import { resolveInBudget } from "./resolve.js";
import type { StepResult } from "./results.js";
import { settleAllRefused } from "./settle.js";

/**
 * The ticket of a first send was not accepted. The network may have delivered the request twice, and one copy may have been granted: a
 * ticket that has run out, or is not valid yet, explains nothing. So the number is looked up, and what is sent then is a repeated
 * request. Only where no request for these numbers can have been let in, they are free.
 * Source: issuer/README.md, section 3, TICKET.
 */
export async function replaceTicket(
  sequence: SequenceSession,
  submissions: [Submission, ...Submission[]],
  reasons: AuthorityMessage[],
): Promise<StepResult> {
  const [head] = submissions;
  const renewed = await renewTicket(sequence, reasons);
  if (renewed.isListed || submissions.some(({ isListed }) => isListed))
    return resolveInBudget(openLookupBudget(sequence, head), head, false, renewed.isListed ? undefined : renewed.why);
  return settleAllRefused(sequence, submissions, renewed.why, { isRemembered: true });
}
