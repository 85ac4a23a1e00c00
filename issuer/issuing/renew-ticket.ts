import type { AuthorityMessage } from "../../shared/domain/cae-outcome.js";
import { notAsked, type UnreachedAuthority } from "../../shared/domain/issuance-outcome.js";
import { describeMessages } from "../authority/wsfe/wsfe-reply.js";
import type { SequenceSession } from "./fenced-sequence.js";

/** Replaces the ticket. `why`: what keeps the company out, when the new one does not list it either, or there is none. */
export async function renewTicket(
  { authority }: SequenceSession,
  reasons: AuthorityMessage[],
): Promise<{ isListed: true } | { isListed: false; why: UnreachedAuthority }> {
  const told = describeMessages(reasons);
  const problem = await authority.renewTicket();
  if (problem) {
    const detail = `${told}; no new ticket: ${problem.detail}`;
    return { isListed: false, why: notAsked({ ...problem, detail }) };
  }
  return authority.isListed() ? { isListed: true } : { isListed: false, why: notAsked(authority.explainRefusal(told)) };
}
