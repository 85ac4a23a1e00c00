import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { AuthorityMessage } from "../../shared/domain/cae-outcome.js";
import { type NoVoucher, notAsked } from "../../shared/domain/issuance-outcome.js";
import { describeMessages } from "../authority/wsfe/wsfe-reply.js";
import { openRound } from "./ask-round.js";
import type { OpenSequence } from "./held-sequence.js";
import { resolveInRound } from "./resolve.js";
import type { StepResult } from "./results.js";
import { settleAllRefused } from "./settle.js";

/**
 * The ticket of a first send was not accepted. The network may have delivered the request twice, and one copy may have been granted: a
 * ticket that has run out, or is not valid yet, explains nothing. So the number is looked up, and what is sent then is a repeated
 * request. Only where no request for these numbers can have been let in, they are free.
 * Source: issuer/README.md, section 3, TICKET.
 */
export async function replaceTicket(
  sequence: OpenSequence,
  submissions: [Submission, ...Submission[]],
  reasons: AuthorityMessage[],
): Promise<StepResult> {
  const [head] = submissions;
  const renewed = await renew(sequence, reasons);
  if (renewed.isListed || submissions.some(({ isListed }) => isListed))
    return resolveInRound(openRound(sequence, head), head, false);
  return settleAllRefused(sequence, submissions, renewed.why, { isRemembered: true });
}

/** Replaces the ticket. `why`: what keeps the company out, when the new one does not list it either, or there is none. */
export async function renew(
  { authority }: OpenSequence,
  reasons: AuthorityMessage[],
): Promise<{ isListed: true } | { isListed: false; why: NoVoucher }> {
  const told = describeMessages(reasons);
  const problem = await authority.renewTicket();
  if (problem) {
    const detail = `${told}; no new ticket: ${problem.detail}`;
    return { isListed: false, why: notAsked({ ...problem, detail }) };
  }
  return authority.isListed() ? { isListed: true } : { isListed: false, why: notAsked(authority.explainRefusal(told)) };
}
