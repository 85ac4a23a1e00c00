import type { Claimant } from "../../shared/db/claims/claimants.js";
import type { Submission } from "../../shared/db/issuing/submissions.js";
import { isEarly } from "../../shared/domain/evidence.js";
import { isSameSale } from "../authority/wsfe/equal-content.js";
import type { OpenSequence } from "../issuing/held-sequence.js";
import type { OperatorDeps } from "./decide.js";
import { choicesOf } from "./operator-choices.js";
import { lookAt } from "./operator-look.js";

/**
 * Why a number that the issuance has or had may still bring it a voucher of its own, beside the one that it is to adopt. Its own number is
 * freed by the rules of "reject". Undefined when none may.
 * @param own the issuance while its outcome is open
 * @param adopted the number that it is to adopt
 */
export async function whyNotFree(
  { claims }: Pick<OperatorDeps, "claims">,
  { authority, taken }: OpenSequence,
  { id, content }: Claimant,
  own: Submission | undefined,
  adopted: number,
  unseen = false,
): Promise<string | undefined> {
  if (own) {
    const { voucher: kept } = await claims.findStanding(taken.key, own.number);
    const seen = await lookAt(authority, own);
    // It is to have another voucher, and this one was there before it asked.
    const isOthers = seen.found !== undefined && isEarly(own, seen.found);
    const { reject } = choicesOf(own, seen, { key: taken.key, unseen, kept, isOthers });
    if (!reject.allowed) return `Its own number must be free first. ${reject.effect}`;
  }
  for (const number of await claims.listFreedOf(taken, id)) {
    if (number === adopted || !content) continue;
    const consulted = await authority.consult(number, id);
    if (consulted.outcome === "unknown")
      return `Number ${number}, which was freed before, must be looked up first, and the tax authority does not tell: ${consulted.cause}.`;
    if (consulted.outcome === "absent") continue;
    const { declared } = content;
    const isOurs = isSameSale(authority.compare({ number, declared }, consulted.voucher.content));
    const { voucher } = await claims.findStanding(taken.key, number);
    if (isOurs && !voucher?.isTaken)
      return `Number ${number}, which was freed before, has a voucher with its receiver, date and total: adopt that one.`;
  }
  return undefined;
}
