import type { AdoptionCandidate } from "../../shared/db/adoption/claimants.js";
import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { AuthorityVoucher } from "../../shared/domain/cae-outcome.js";
import type { Declaration } from "../../shared/domain/declaration.js";
import { isEarly } from "../../shared/domain/evidence.js";
import { inEnglish } from "../../shared/domain/localized-text.js";
import { nameOfNumber, type VoucherName } from "../../shared/domain/voucher-name.js";
import { type FieldDifference, isSameSale } from "../authority/wsfe/equal-content.js";
import type { SequenceSession } from "../issuing/fenced-sequence.js";
import type { OperatorDeps } from "./decide.js";
import { declaredBefore, type SentContents } from "./earlier-contents.js";
import { sayHidden } from "./hidden-numbers.js";
import { choicesOf, isItsOwn, showsEarlier, tellOwn, tellTime } from "./operator-choices.js";
import { lookAt } from "./operator-look.js";

interface FreeingRequest {
  claimant: AdoptionCandidate;
  sent: SentContents;
  /** The issuance while its outcome is open. */
  own: Submission | undefined;
  /** The number that it is to adopt. */
  adopted: number;
  unseen?: boolean | undefined;
  /** Vouchers that a person knows to be other sales'. */
  despite?: readonly VoucherName[] | undefined;
}

interface FreeingCheck {
  /** Undefined when its numbers are free. */
  why?: string | undefined;
  /** The voucher under its own number, to which that is left by a person's word. */
  left: AuthorityVoucher[];
}

/**
 * Why a number that the issuance has or had may still bring it a voucher of its own, beside the one that it is to adopt. Its own number is
 * freed by the rules of "reject". One that equals the sale stands against it, unless a person names it as another's.
 */
export async function whyNotFree(
  { claims }: Pick<OperatorDeps, "claims">,
  { authority, taken }: SequenceSession,
  { claimant: { id }, sent, own, adopted, unseen = false, despite = [] }: FreeingRequest,
): Promise<FreeingCheck> {
  const { key } = taken;
  const named = new Set(despite.map(nameOfNumber));
  const nameOf = (number: number) => nameOfNumber({ ...key, number });
  /** Takes a voucher's name off those that were given. False when it was not given. */
  const isNamed = (number: number) => named.delete(nameOf(number));
  const left: AuthorityVoucher[] = [];
  if (own) {
    const { number } = own;
    const { voucher: kept } = await claims.findNumberState(key, number);
    const seen = await lookAt(authority, own, sent, kept);
    const { found } = seen;
    if (found && isItsOwn(number, seen, kept)) {
      // It is to have another voucher, and this one was there before it asked.
      if (isNamed(number)) left.push(found);
      else if (!isEarly(own, found)) return { why: mayBeItsOwn(nameOf(number), number, found, seen.differences), left };
    }
    const { reject } = choicesOf(own, seen, { key, unseen, kept, isOthers: true });
    if (!reject.allowed) return { why: `${freeFirst} ${reject.effect}`, left };
  }
  const freed = await claims.listFreedOf(taken, id);
  const last = freed.length > 0 ? await authority.lastNumber(id) : undefined;
  if (last?.outcome === "unknown")
    return { why: `The tax authority must tell its last number first, and does not: ${last.cause}. ${again}`, left };
  const isHidden = (number: number) => number <= (last?.number ?? 0) && sent.unseen.includes(number);
  for (const number of freed) {
    // Its own number was looked at.
    if (number === adopted || number === own?.number) continue;
    const consulted = await authority.consult(number, id);
    if (consulted.outcome === "unknown") {
      const why = `Number ${number}, which was freed before, must be looked up first, and the tax authority does not tell: ${consulted.cause}. ${again}`;
      return { why, left };
    }
    if (consulted.outcome === "absent" && isHidden(number) && !isNamed(number))
      return { why: inEnglish(sayHidden(key, number)), left };
    if (consulted.outcome === "absent") continue;
    const { content } = consulted.voucher;
    const { voucher } = await claims.findNumberState(key, number);
    const isOf = (declared: Declaration) => isSameSale(authority.compare({ number, declared }, content));
    const isOfToday = isOf(sent.content.declared);
    const isOurs = isOfToday || declaredBefore(sent, consulted.voucher, voucher).some(isOf);
    if (isOurs && !voucher?.isTaken && !isNamed(number))
      return { why: mayBeOfFreed(nameOf(number), number, isOfToday), left };
  }
  const [needless] = despite.filter((one) => named.has(nameOfNumber(one)));
  return { why: needless && notInTheWay(needless), left };
}

const again = "Try again once it does.";
const freeFirst = "Its own number must be free first.";

const mayBeItsOwn = (
  name: string,
  number: number,
  { cae, processedAtMs }: AuthorityVoucher,
  differences: FieldDifference[],
): string =>
  `${freeFirst} The voucher under number ${number}, CAE ${cae}, processed ${tellTime(processedAtMs)}, ${tellOwn(differences)} ` +
  `If it is certainly another sale's, name it beside --number: --despite ${name}.`;

const mayBeOfFreed = (name: string, number: number, isOfToday: boolean): string =>
  (isOfToday
    ? `Number ${number}, which was freed before, has a voucher with its receiver, date and total: adopt that one, with --adopt --number ${number}. `
    : `The voucher under number ${number}, which was freed before, ${showsEarlier} so it may be its own: close its key with --reject --bar. `) +
  `If it is certainly another sale's, name it beside --number: --despite ${name}.`;

/** A slip names nothing. */
export const notInTheWay = (one: VoucherName): string =>
  `The voucher ${nameOfNumber(one)} does not stand against it, under no number that the sale has or had: --despite is not needed for it.`;
